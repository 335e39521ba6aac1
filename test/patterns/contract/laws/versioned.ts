import { expect, it } from 'vitest';
import type { Release, System } from '../../../../contract/system.ts';
import { answered, refusedWith } from '../../../support/calls.ts';
import { benchOf, type Bench, type Setting } from '../bench.ts';
import type { Sample } from '../sample.ts';

interface Refused {
  readonly code: string;
  readonly setting?: Setting;
  readonly call?: { readonly version?: string; readonly function?: string; readonly tool?: string };
  readonly meanwhile?: (bench: Bench) => Promise<void>;
}
const named = ({ record }: Bench): string => `${record.id}@${record.version}`;
const headOf = (bench: Bench) => bench.world.headWriter.read();
export const headWith =
  (what: (bench: Bench) => Partial<Record<'withdrawn' | 'suspended', readonly string[]>>) => async (bench: Bench) => {
    const { state, version } = await headOf(bench);
    if (!state) throw new Error('the head was not written');
    await bench.world.headWriter.write({ ...state, ...what(bench) }, version);
  };

const refused: Readonly<Record<string, Refused>> = {
  'of a version that the release does not have': {
    code: 'version.unknown',
    call: { version: '9.9.9' },
  },
  'of an unknown tool': { code: 'tool.unknown', call: { tool: 'tool.sample.none' } },
  'of a tool named __proto__': { code: 'tool.unknown', call: { tool: '__proto__' } },
  'that names no version of an unpinned tool': {
    code: 'version.not_pinned',
    setting: { definition: { tools: {} } },
  },
  'that names a version of an unpinned tool': {
    code: 'version.not_pinned',
    setting: { definition: { tools: {} } },
    call: { version: '1.0.0' },
  },
  'of a tool at the path of another function': {
    code: 'function.unknown',
    call: { function: 'catalog' },
  },
  'in a run whose release this build does not have': {
    code: 'run.pin_unavailable',
    setting: {
      system: (system) => ({
        ...system,
        runs: { find: async (id) => ({ ...(await found(system.runs.find(id))), release: 'release-of-last-year' }) },
      }),
    },
  },
  'of a version whose eval report does not match': {
    code: 'tool.not_released',
    setting: { record: { release: { state: 'released', proved: false } } },
  },
  ...Object.fromEntries(
    (['draft', 'candidate', 'retired'] as const).map((state) => [
      `of a version in the state ${state}`,
      { code: 'tool.not_released', setting: { record: { release: { state, proved: true } } } },
    ]),
  ),
  'of a version that was withdrawn after the run was opened': {
    code: 'tool.withdrawn',
    meanwhile: headWith((bench) => ({ withdrawn: [named(bench)] })),
  },
  'of a tool that was suspended after the run was opened': {
    code: 'tool.suspended',
    meanwhile: headWith(({ record }) => ({ suspended: [record.id] })),
  },
  'of a version that was suspended after the run was opened': {
    code: 'tool.suspended',
    meanwhile: headWith((bench) => ({ suspended: [named(bench)] })),
  },
  'of an agent that was suspended after the run was opened': {
    code: 'agent.suspended',
    meanwhile: headWith(() => ({ suspended: ['agent/test-agent'] })),
  },
  'after all work was suspended': {
    code: 'all.suspended',
    meanwhile: headWith(() => ({ suspended: ['all'] })),
  },
};

/** Puts a newer release in force, in which callers pin another version of the tool, without the artefacts. */
const overtaken = (system: System): System => ({
  ...system,
  head: { current: async () => ({ ...(await system.head.current()), release: 'newer' }) },
  library: {
    ...system.library,
    open: async (id) => {
      if (id !== 'newer') return system.library.open(id);
      const older = await found(system.library.open((await system.head.current()).release));
      const agent: Release['agent'] = async (name) => {
        const found = await older.agent(name);
        return (
          found && { ...found, tools: Object.fromEntries(Object.keys(found.tools).map((tool) => [tool, '2.0.0'])) }
        );
      };
      return { ...older, id, agent, versions: () => ['2.0.0'], tool: async () => undefined, describe: () => undefined };
    },
  },
});

async function found<T>(one: Promise<T | undefined>): Promise<T> {
  const there = await one;
  if (there === undefined) throw new Error('the run was not opened');
  return there;
}

/** Checks the clauses versioned and eval-gated of docs/spec.md, 9.1. */
export function versioned(sample: Sample): void {
  it.each(Object.entries(refused))(
    'Versioned and eval-gated: A call %s is refused before anything is read',
    async (_, { code, setting, call, meanwhile }) => {
      const bench = await benchOf(sample, setting);
      await meanwhile?.(bench);
      const outcome = await bench.ask(bench.asked.one.first, call);
      expect(refusedWith(outcome)).toBe(code);
      expect([bench.touched, bench.loaded, bench.world.content.requests]).toEqual([[], [], []]);
      expect([bench.records(), bench.effects()]).toEqual([[], 0]);
      expect(bench.events()).toMatchObject([{ outcome: 'refused', code, eventId: outcome.eventId }]);
    },
  );

  it("Versioned: A call in a run uses the tool version and the artefacts of the run's release, whatever release is in force now", async () => {
    const world = 'pinned';
    const [whole, bench] = [await benchOf(sample, { world }), await benchOf(sample, { world, system: overtaken })];
    const before = answered(await whole.ask(whole.asked.one.first));
    expect(answered(await bench.ask(bench.asked.one.first)).body).toBe(before.body);
    expect(bench.events()).toMatchObject([{ release: whole.release }]);
    const outside = await bench.ask(bench.asked.one.first, { runless: true });
    expect(refusedWith(outside)).toBe('version.unknown');
  });

  it('Eval-gated: A call of a deprecated version that passed its gate is answered', async () => {
    const bench = await benchOf(sample, { record: { release: { state: 'deprecated', proved: true } } });
    expect(refusedWith(await bench.ask(bench.asked.one.first))).toBe('answered');
  });

  it('Versioned: The receipt names the tool and the version that were called, and the digest of that version', async () => {
    const bench = await benchOf(sample);
    const { receipt } = answered(await bench.ask(bench.asked.one.first));
    expect([receipt.tool, receipt.version]).toEqual([bench.record.id, bench.record.version]);
    expect(receipt.pins[named(bench)]).toMatch(/^[0-9a-f]{64}$/);
  });
}
