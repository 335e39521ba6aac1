import { expect, it } from 'vitest';
import type { System } from '../../../../contract/system.ts';
import { answered, refusedWith } from '../../../support/calls.ts';
import { benchOf, type Bench, type Setting } from '../bench.ts';
import type { Specimen } from '../specimen.ts';

interface Refused {
  readonly code: string;
  readonly setting?: Setting;
  readonly call?: { readonly version?: string; readonly function?: string; readonly tool?: string };
  readonly meanwhile?: (bench: Bench) => Promise<void>;
}
const named = ({ record }: Bench): string => `${record.id}@${record.version}`;
const headOf = (bench: Bench) => bench.world.headWriter.read();
const moved =
  (what: (bench: Bench) => Partial<Record<'withdrawn' | 'suspended', readonly string[]>>) => async (bench: Bench) => {
    const { state, version } = await headOf(bench);
    if (!state) throw new Error('the head was not written');
    await bench.world.headWriter.write({ ...state, ...what(bench) }, version);
  };

const refused: Readonly<Record<string, Refused>> = {
  'versioned: a version that the release has not': { code: 'version.unknown', call: { version: '9.9.9' } },
  'versioned: a tool that nobody has': { code: 'tool.unknown', call: { tool: 'tool.specimen.none' } },
  'versioned: a tool called as an object is by its prototype': { code: 'tool.unknown', call: { tool: '__proto__' } },
  'versioned: a version that the caller does not pin': {
    code: 'version.not_pinned',
    setting: { definition: { tools: {} } },
  },
  'versioned: a version that the caller names and does not pin': {
    code: 'version.not_pinned',
    setting: { definition: { tools: {} } },
    call: { version: '1.0.0' },
  },
  'versioned: a tool on another function’s path': { code: 'function.unknown', call: { function: 'catalog' } },
  'versioned: a run whose release this build does not hold, though a newer one is in force': {
    code: 'run.pin_unavailable',
    setting: {
      system: (system) => ({
        ...system,
        runs: { find: async (id) => ({ ...(await found(system.runs.find(id))), release: 'release-of-last-year' }) },
      }),
    },
  },
  'eval-gated: a version without a proof': {
    code: 'tool.not_released',
    setting: { record: { release: { state: 'released', proved: false } } },
  },
  ...Object.fromEntries(
    (['draft', 'candidate', 'retired'] as const).map((state) => [
      `eval-gated: a version that is a ${state}`.replace('a retired', 'retired'),
      { code: 'tool.not_released', setting: { record: { release: { state, proved: true } } } },
    ]),
  ),
  'eval-gated: a version that was withdrawn since the run was opened': {
    code: 'tool.withdrawn',
    meanwhile: moved((bench) => ({ withdrawn: [named(bench)] })),
  },
  'eval-gated: a tool that was suspended since the run was opened': {
    code: 'tool.suspended',
    meanwhile: moved(({ record }) => ({ suspended: [record.id] })),
  },
};

/** A newer release is in force, with another version of the tool and none of the artefacts. */
const overtaken = (system: System): System => ({
  ...system,
  head: { current: async () => ({ ...(await system.head.current()), release: 'newer' }) },
  library: {
    ...system.library,
    open: async (id) => {
      if (id !== 'newer') return system.library.open(id);
      const older = await found(system.library.open(system.library.bundled));
      return { ...older, id, versions: () => ['2.0.0'], tool: async () => undefined, describe: () => undefined };
    },
  },
});

async function found<T>(one: Promise<T | undefined>): Promise<T> {
  const there = await one;
  if (there === undefined) throw new Error('the run was not opened');
  return there;
}

/** docs/spec.md, 9.1, Versioned and Eval-gated. */
export function versioned(specimen: Specimen): void {
  it.each(Object.entries(refused))(
    '%s is refused before anything is read',
    async (_, { code, setting, call, meanwhile }) => {
      const bench = await benchOf(specimen, setting);
      await meanwhile?.(bench);
      const outcome = await bench.ask(bench.asked.one.first, call);
      expect(refusedWith(outcome)).toBe(code);
      expect([bench.touched, bench.loaded, bench.world.content.requests]).toEqual([[], [], []]);
      expect([bench.records(), bench.effects()]).toEqual([[], 0]);
      expect(bench.events()).toMatchObject([{ outcome: 'refused', code, eventId: outcome.eventId }]);
    },
  );

  it('versioned: in a run, record and artefacts are those of its release, whatever is in force now', async () => {
    const world = 'pinned';
    const [whole, bench] = [await benchOf(specimen, { world }), await benchOf(specimen, { world, system: overtaken })];
    const before = answered(await whole.ask(whole.asked.one.first));
    expect(answered(await bench.ask(bench.asked.one.first)).body).toBe(before.body);
    expect(bench.events()).toMatchObject([{ release: whole.system.library.bundled }]);
    const outside = await bench.ask(bench.asked.one.first, { runless: true });
    expect(refusedWith(outside)).toBe('version.unknown');
  });

  it('eval-gated: a deprecated version with its proof is served', async () => {
    const bench = await benchOf(specimen, { record: { release: { state: 'deprecated', proved: true } } });
    expect(refusedWith(await bench.ask(bench.asked.one.first))).toBe('answered');
  });

  it('versioned: the receipt names the version and the digest of what was called', async () => {
    const bench = await benchOf(specimen);
    const { receipt } = answered(await bench.ask(bench.asked.one.first));
    expect([receipt.tool, receipt.version]).toEqual([bench.record.id, bench.record.version]);
    expect(receipt.pins[named(bench)]).toMatch(/^[0-9a-f]{64}$/);
  });
}
