import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryWorld, type MemoryWorld } from '../../adapters/memory/world.ts';
import { lowerOf } from '../../bin/commands/source.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { compileTenant } from '../../registry/release/compile.ts';
import { someSource, someSourceEvent } from '../support/rows.ts';

let folder: string;
let release: string;
let world: MemoryWorld;
const source = someSource({ markings: ['pii.high', 'regulated.kvkk'] });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'source-test-'));
  release = (await compileTenant({ tenantsDir: 'tenants', tenant: 'demo', out: join(folder, 'release') })).releaseId;
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  world = memoryWorld();
  await world.headWriter.write({ release, withdrawn: [], suspended: [] }, 0);
  await world.sourceStore.put({ to: source, event: someSourceEvent(source.id) });
});

async function lower(...operands: readonly string[]): Promise<string> {
  let out = '';
  const command = lowerOf(async () => ({ database: world.database, places: [join(folder, 'release')] }));
  const given = { operands, options: {}, tenant: 'no-such-tenant', tenantsDir: 'tenants', json: false };
  await command.run(given, { out: (text) => (out += text), err: () => {}, color: false });
  return out;
}
const lowerings = (): readonly AuditEvent[] =>
  world.stored
    .items('ledger')
    .map(({ event }) => JSON.parse(String(event)) as AuditEvent)
    .filter((event) => event.kind === 'source' && event.step === 'lowered');

describe('The command `source lower`', () => {
  it('If an operator lowers the markings of a source, the row and an event record the change', async () => {
    expect(await lower(source.id, 'pii.medium')).toBe(
      `${source.id} has the markings pii.medium instead of pii.high, regulated.kvkk\n`,
    );
    expect(await world.sourceStore.find(source.id)).toEqual({ ...source, markings: ['pii.medium'], version: 2 });
    expect(lowerings()).toMatchObject([
      { subject: source.id, markings: ['pii.medium'], release, actor: { kind: 'platform', id: 'operator' } },
    ]);
  });

  it('If the source already has the markings, nothing is written', async () => {
    expect(await lower(source.id, 'regulated.kvkk', 'pii.high')).toContain('Nothing was changed');
    expect([(await world.sourceStore.find(source.id))?.version, lowerings()]).toEqual([1, []]);
  });

  it.each([
    [['pii.high', 'no-such-marking'], 'the release in force has no marking no-such-marking'],
    [[], 'source lower takes the id of a source and at least one marking'],
  ])('The markings %j are refused, and nothing is written', async (markings, message) => {
    await expect(lower(source.id, ...markings)).rejects.toThrow(message);
    expect(lowerings()).toEqual([]);
  });

  it('A marking that is not lower than those of the source is refused, and so is a source that does not exist', async () => {
    await lower(source.id, 'pii.low');
    await expect(lower(source.id, 'pii.medium')).rejects.toThrow('pii.medium is not lower than the markings');
    await expect(lower(source.id, 'pii.low', 'regulated.kvkk')).rejects.toThrow('regulated.kvkk is not lower');
    await expect(lower(`src-${'0'.repeat(64)}`, 'pii.low')).rejects.toThrow('there is no source');
  });
});
