import { expect, it } from 'vitest';
import { effectClasses, hasEffect } from '../../../../contract/effects.ts';
import { answered } from '../../../support/calls.ts';
import { benchOf, type Setting } from '../bench.ts';
import type { Specimen } from '../specimen.ts';
import { tempted, useEveryTrap, trapped } from '../traps.ts';

/** docs/spec.md, 9.2: what each class may touch. */
export function pure(specimen: Specimen): void {
  const { effectClass, ports } = specimen.declaration;

  it('pure: the declared ports belong to its class, and no other port is touched', async () => {
    expect(effectClasses[effectClass].ports).toEqual(expect.arrayContaining([...ports]));
    const bench = await benchOf(specimen);
    for (const [name, args] of Object.entries(bench.asked.one)) {
      answered(await bench.ask(args, { key: `key-of-the-${name}-call` }));
    }
    const reached = ports.filter((port) => !Object.hasOwn(specimen.reachedElsewhere ?? {}, port));
    expect([...new Set(bench.touched.map(({ port }) => port))].sort()).toEqual([...reached].sort());
  });

  it('pure: its effects belong to its class, and no other row is written', async () => {
    const bench = await benchOf(specimen);
    const before = rows(bench.world.stored);
    answered(await bench.ask(bench.asked.one.first));
    const effects: readonly string[] = effectClasses[effectClass].effects;
    const left = rows(bench.world.stored).filter((row) => !before.includes(row));
    const tables = new Set(left.map((row) => row.split(' ')[0]));
    const allowed = [
      'ledger',
      ...(effects.includes('Action') ? ['actions'] : []),
      ...(effects.includes('Task') ? ['tasks'] : []),
    ];
    expect(tables).toEqual(new Set(allowed));
    expect(bench.world.content.requests.filter((request) => request.startsWith('put'))).toEqual([]);
  });

  it('pure: an engine without an effect uses neither time nor randomness nor network', async () => {
    const noted: string[] = [];
    const enters = () => trapped(noted);
    const world = 'trapped';
    const [bench, whole] = [await benchOf(specimen, { enters, world }), await benchOf(specimen, { world })];
    const { body } = answered(await bench.ask(bench.asked.one.first));
    expect(noted).toEqual([]);
    expect(body).toBe(answered(await whole.ask(whole.asked.one.first)).body);
    const tempting = await benchOf(specimen, { enters, spoil: (product) => [useEveryTrap(), product][1] });
    answered(await tempting.ask(tempting.asked.one.first));
    expect(noted).toEqual(tempted);
  });

  if (ports.length > 0 || hasEffect(effectClass)) return;
  it('pure: equal arguments give equal bytes at another time, in another run, with another key or without one', async () => {
    const ask = async (setting: Setting, more: { at?: number; key?: string; keyless?: true }) => {
      const bench = await benchOf(specimen, setting);
      bench.clock.at = more.at ?? bench.clock.at;
      const { body } = answered(await bench.ask(bench.asked.one.first, { at: bench.clock.at, ...more }));
      const { result, exceptions } = JSON.parse(body) as Record<string, unknown>;
      return JSON.stringify({ result, exceptions });
    };
    const one = await ask({}, {});
    const hour = 3_599_000;
    expect(await ask({}, { at: Date.parse('2026-02-03T10:00:00.000Z') + hour })).toBe(one);
    expect(await ask({ world: 'another' }, { key: 'a-key-of-another-world' })).toBe(one);
    expect(await ask({ world: 'third' }, { keyless: true })).toBe(one);
  });
}

const rows = (stored: { items(table: 'ledger' | 'actions' | 'tasks'): readonly Readonly<Record<string, unknown>>[] }) =>
  (['ledger', 'actions', 'tasks', 'decisions', 'runs', 'sources', 'objects', 'head', 'audit'] as const).flatMap(
    (table) => stored.items(table as 'ledger').map((item) => `${table} ${JSON.stringify(item)}`),
  );
