import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryWorld, type MemoryWorld } from '../../adapters/memory/world.ts';
import { moveOf, showOf } from '../../bin/commands/head.ts';
import { moves, type Move } from '../../bin/head/move.ts';
import type { ReleaseEvent } from '../../contract/audit.ts';
import { Failure } from '../../contract/failures.ts';
import { compileTenant } from '../../registry/release/compile.ts';

const telemetryKey = 'the-key-of-the-hmacs';

let folder: string;
let places: readonly string[];
let release: string;
let world: MemoryWorld;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'head-test-'));
  places = [join(folder, 'release')];
  const compiled = await compileTenant({ tenantsDir: 'tenants', tenant: 'demo', out: join(folder, 'release') });
  release = compiled.releaseId;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  world = memoryWorld();
  const corpora = { 'corpus.guide.en': `snap-${'a'.repeat(64)}` as const };
  await world.headWriter.write({ release, withdrawn: [], suspended: [], corpora, telemetryKey }, 0);
});

const operator = async () => ({ kind: 'human', id: 'arn:aws:iam::111122223333:user/jane', name: 'jane' }) as const;

async function head(verb: Move | 'show', name?: string, json = false) {
  let [out, err] = ['', ''];
  const stores = async () => ({ database: world.database, places, operator });
  const command = verb === 'show' ? showOf(stores) : moveOf(verb, stores);
  const given = {
    operands: name === undefined ? [] : [name],
    options: {},
    tenant: 'no-such-tenant',
    tenantsDir: 'tenants',
    json,
  };
  const code = await command.run(given, { out: (text) => (out += text), err: (text) => (err += text), color: false });
  return { code, out, err };
}

const state = async () => (await world.headWriter.read()).state;

const version = 'tool.claim.lookup@1.0.0';

describe('The command `head`', () => {
  it('An operator can withdraw a version and undo it; the rest of the head stays unchanged, and the events name the operator', async () => {
    const before = await state();
    expect((await head('withdraw', version)).out).toBe(`${version} is withdrawn. Every function sees it within 5 s\n`);
    expect(await state()).toEqual({ ...before, withdrawn: [version] });
    await world.headWriter.write(
      { ...before, release, withdrawn: [version], suspended: ['tool.claim.lookup', 'all'] },
      2,
    );
    expect((await head('reinstate', version)).out).toBe(
      `${version} is no longer withdrawn, but its calls are still refused because tool.claim.lookup is suspended and all work is suspended. Every function sees it within 5 s\n`,
    );
    expect(await state()).toEqual({ ...before, suspended: ['tool.claim.lookup', 'all'] });
    const events = world.stored.items('ledger').map((item) => JSON.parse(String(item['event'])) as ReleaseEvent);
    expect(events.filter(({ step }) => step === 'withdrawn' || step === 'reinstated')).toMatchObject([
      { step: 'withdrawn', subject: version, actor: { kind: 'human', name: 'jane' } },
      { step: 'reinstated', subject: version, actor: { kind: 'human', name: 'jane' } },
    ]);
  });

  it('If the version is already withdrawn, `head withdraw` does not write the head and says so', async () => {
    await head('withdraw', version);
    const { version: written } = await world.headWriter.read();
    expect((await head('withdraw', version)).out).toBe(`${version} is already withdrawn. Nothing was changed\n`);
    expect((await world.headWriter.read()).version).toBe(written);
  });

  it.each([
    ['withdraw', 'tool.claim.lokup@1.0.0', 'Did you mean tool.claim.lookup?'],
    [
      'withdraw',
      'tool.claim.lookup@9.0.0',
      'no tool version tool.claim.lookup@9.0.0. Use one of: tool.claim.lookup@1.0.0',
    ],
    ['withdraw', 'tool.claim.lookup', 'head withdraw takes one tool version'],
    ['reinstate', 'tool.claim.lookup@1.0.0', 'tool.claim.lookup@1.0.0 is not withdrawn. Nothing is withdrawn'],
  ] as const)(
    'The command `head %s %s` is refused and changes nothing, because no tool version that it could change has this name',
    async (verb, name, message) => {
      const before = await world.headWriter.read();
      await expect(head(verb, name)).rejects.toThrow(message);
      expect(await world.headWriter.read()).toEqual(before);
    },
  );

  it('If the release in force is not on this machine, `head withdraw` is refused because it cannot check the name, but `head reinstate` works', async () => {
    const { version: seen } = await world.headWriter.read();
    const other = { release: 'another', withdrawn: ['tool.gone@1.0.0'], suspended: [] };
    await world.headWriter.write(other, seen);
    await expect(head('withdraw', version)).rejects.toThrow('Name its folder with --release DIR');
    expect(await state()).toEqual(other);
    await head('reinstate', 'tool.gone@1.0.0');
    expect(await state()).toEqual({ ...other, withdrawn: [] });
  });

  it('If somebody else changes the head between the read and the write of `head withdraw`, both changes are kept', async () => {
    const write = world.database.write.bind(world.database);
    const first = vi.spyOn(world.database, 'write').mockImplementationOnce(async (writes) => {
      const { state: seen, version: at } = await world.headWriter.read();
      if (seen === undefined) throw new Error('there is a head');
      await world.headWriter.write({ ...seen, suspended: ['tool.money.convert'] }, at);
      return write(writes);
    });
    await head('withdraw', version);
    expect(first).toHaveBeenCalledTimes(3);
    expect(await state()).toMatchObject({ withdrawn: [version], suspended: ['tool.money.convert'] });
  });

  it('If AWS does not say whose credentials are used, `head withdraw` changes nothing', async () => {
    const before = await world.headWriter.read();
    const nobody = async () => Promise.reject(new Failure('dependency.unavailable', 'AWS does not answer'));
    const command = moveOf('withdraw', async () => ({ database: world.database, places, operator: nobody }));
    const given = { operands: [version], options: {}, tenant: 'none', tenantsDir: 'tenants', json: false };
    const io = { out: () => undefined, err: () => undefined, color: false };
    await expect(command.run(given, io)).rejects.toThrow('AWS does not answer');
    expect(await world.headWriter.read()).toEqual(before);
  });

  it('`head show` prints the release in force, the withdrawn and suspended tools, and the corpora in force', async () => {
    await head('withdraw', 'tool.claim.lookup@1.0.0');
    const { out } = await head('show');
    expect(out).toBe(
      [
        `release    ${release}`,
        'withdrawn  tool.claim.lookup@1.0.0',
        'suspended  -',
        `corpus     corpus.guide.en snap-${'a'.repeat(64)}`,
        '',
      ].join('\n'),
    );
  });

  it.each([true, false])('No head command ever prints the telemetry key (json: %s)', async (json) => {
    const told = [await head('show', undefined, json)];
    for (const verb of moves) told.push(await head(verb, version, json));
    expect(JSON.stringify(told)).not.toContain(telemetryKey);
    expect((await state())?.telemetryKey).toBe(telemetryKey);
  });

  it('With --json, `head withdraw` prints its change and the head after it', async () => {
    const { out } = await head('withdraw', version, true);
    expect(JSON.parse(out)).toMatchObject({
      name: version,
      withdrawn: true,
      changed: true,
      head: { release, withdrawn: [version], suspended: [] },
    });
  });

  it.each(moves)('If nothing is deployed, `head %s` is refused and writes nothing', async (verb) => {
    world = memoryWorld();
    await expect(head(verb, version)).rejects.toThrow(
      'no release is in force in this deployment. Run cdk deploy first',
    );
    expect(await state()).toBeUndefined();
  });

  it('If the tables do not answer, `head show` says that the head could not be read or changed', async () => {
    world.faults = () => 'away';
    await expect(head('show')).rejects.toThrow('the head could not be read or changed');
  });
});
