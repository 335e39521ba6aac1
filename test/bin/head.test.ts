import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryWorld, type MemoryWorld } from '../../adapters/memory/world.ts';
import { moveOf, showOf } from '../../bin/commands/head.ts';
import { moves } from '../../bin/head/move.ts';
import { compileTenant } from '../../registry/release/compile.ts';

const telemetryKey = 'the-key-of-the-hmacs';
const verbs = Object.keys(moves) as (keyof typeof moves)[];

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

async function head(verb: keyof typeof moves | 'show', name?: string, json = false) {
  let [out, err] = ['', ''];
  const stores = async () => ({ database: world.database, places });
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

describe('The command `head`', () => {
  it('An operator can suspend a tool or a version, withdraw a version, and undo each; the rest of the head stays unchanged', async () => {
    const before = await state();
    const lookup = 'tool.claim.lookup';
    expect((await head('suspend', lookup)).out).toBe(`${lookup} is suspended. Every function sees it within 5 s\n`);
    await head('suspend', 'tool.policy.lookup@1.0.0');
    await head('withdraw', `${lookup}@1.0.0`);
    expect(await state()).toEqual({
      ...before,
      withdrawn: [`${lookup}@1.0.0`],
      suspended: [lookup, 'tool.policy.lookup@1.0.0'],
    });
    expect((await head('resume', lookup)).out).toBe(
      `${lookup} is no longer suspended, but its calls are still refused because ${lookup}@1.0.0 is withdrawn. Every function sees it within 5 s\n`,
    );
    await head('resume', 'tool.policy.lookup@1.0.0');
    await head('reinstate', `${lookup}@1.0.0`);
    expect(await state()).toEqual(before);
  });

  it('If the tool is already suspended, `head suspend` does not write the head and says so', async () => {
    await head('suspend', 'tool.claim.lookup');
    const { version } = await world.headWriter.read();
    expect((await head('suspend', 'tool.claim.lookup')).out).toBe(
      'tool.claim.lookup is already suspended. Nothing was changed\n',
    );
    expect((await world.headWriter.read()).version).toBe(version);
  });

  it.each([
    [
      'suspend',
      'tool.claim.lokup',
      'the release in force has no tool tool.claim.lokup. Did you mean tool.claim.lookup?',
    ],
    [
      'suspend',
      'tool.claim.lookup@9.0.0',
      'no tool version tool.claim.lookup@9.0.0. Use one of: tool.claim.lookup@1.0.0',
    ],
    ['withdraw', 'tool.claim.lokup@1.0.0', 'Did you mean tool.claim.lookup?'],
    ['withdraw', 'tool.claim.lookup', 'head withdraw takes one tool version'],
    ['reinstate', 'tool.claim.lookup@1.0.0', 'tool.claim.lookup@1.0.0 is not withdrawn. Nothing is withdrawn'],
    ['resume', 'tool.claim.lokup', 'tool.claim.lokup is not suspended. Did you mean tool.claim.lookup?'],
    ['resume', 'tool.claim.lookup@1.0.0@', 'head resume takes one tool or tool version'],
  ] as const)(
    'The command `head %s %s` is refused and changes nothing, because no tool that it could change has this name',
    async (verb, name, message) => {
      if (verb === 'resume') await head('suspend', 'tool.claim.lookup');
      const before = await world.headWriter.read();
      await expect(head(verb, name)).rejects.toThrow(message);
      expect(await world.headWriter.read()).toEqual(before);
    },
  );

  it('If the release in force is not on this machine, `head suspend` is refused because it cannot check the name, but `head resume` works', async () => {
    const { version } = await world.headWriter.read();
    const other = { release: 'another', withdrawn: [], suspended: ['tool.gone'] };
    await world.headWriter.write(other, version);
    await expect(head('suspend', 'tool.claim.lookup')).rejects.toThrow('Name its folder with --release DIR');
    expect(await state()).toEqual(other);
    await head('resume', 'tool.gone');
    expect(await state()).toEqual({ ...other, suspended: [] });
  });

  it('If somebody else changes the head between the read and the write of `head suspend`, both changes are kept', async () => {
    const write = world.database.write.bind(world.database);
    const first = vi.spyOn(world.database, 'write').mockImplementationOnce(async (writes) => {
      const { state: seen, version } = await world.headWriter.read();
      if (seen === undefined) throw new Error('there is a head');
      await world.headWriter.write({ ...seen, withdrawn: ['tool.money.convert@1.0.0'] }, version);
      return write(writes);
    });
    await head('suspend', 'tool.claim.lookup');
    expect(first).toHaveBeenCalledTimes(3);
    expect(await state()).toMatchObject({
      withdrawn: ['tool.money.convert@1.0.0'],
      suspended: ['tool.claim.lookup'],
    });
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
    for (const verb of ['suspend', 'resume', 'withdraw', 'reinstate'] as const) {
      told.push(await head(verb, 'tool.claim.lookup@1.0.0', json));
    }
    expect(JSON.stringify(told)).not.toContain(telemetryKey);
    expect((await state())?.telemetryKey).toBe(telemetryKey);
  });

  it('With --json, `head suspend` prints its change and the head after it', async () => {
    const { out } = await head('suspend', 'tool.claim.lookup', true);
    expect(JSON.parse(out)).toMatchObject({
      name: 'tool.claim.lookup',
      suspended: true,
      changed: true,
      head: { release, withdrawn: [], suspended: ['tool.claim.lookup'] },
    });
  });

  it.each(verbs)('If nothing is deployed, `head %s` is refused and writes nothing', async (verb) => {
    world = memoryWorld();
    await expect(head(verb, 'tool.claim.lookup@1.0.0')).rejects.toThrow(
      'no release is in force in this deployment. Run cdk deploy first',
    );
    expect(await state()).toBeUndefined();
  });

  it('If the tables do not answer, `head show` says that the head could not be read or changed', async () => {
    world.faults = () => 'away';
    await expect(head('show')).rejects.toThrow('the head could not be read or changed');
  });
});
