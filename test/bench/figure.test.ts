import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { areas } from '../../bench/areas.ts';
import { figure } from '../../bench/figure.ts';
import { median, percentile, timed } from '../../bench/timing.ts';

describe('The figures of the benchmarks', () => {
  it('A figure meets its goal if its value is below the goal, and does not meet it at the goal', () => {
    const of = (value: number) => figure('a.p50', value, { unit: 'ms', goal: 10, leavesOut: 'all else' });
    expect([of(9.99).met, of(10).met, of(11).met]).toEqual([true, false, false]);
    expect(of(1.23456).value).toBe(1.23);
  });

  it('A percentile is computed by nearest rank', () => {
    const sorted = Array.from({ length: 100 }, (_, i) => i + 1);
    expect([median(sorted), percentile(sorted, 0.99), percentile(sorted, 1), percentile([7], 0.5)]).toEqual([
      50, 99, 100, 7,
    ]);
    expect(median([])).toBeNaN();
  });

  it('`timed` returns one duration for each round, sorted', async () => {
    const rounds: number[] = [];
    const millis = await timed(5, (i) => rounds.push(i));
    expect(rounds).toEqual([0, 1, 2, 3, 4]);
    expect(millis).toEqual(millis.toSorted((a, b) => a - b));
  });

  it('Each area of the benchmarks is registered under its own name', async () => {
    for (const [name, load] of Object.entries(areas)) expect((await load()).name).toBe(name);
  });

  it('The results have the figures of every area, and every figure meets its goal', () => {
    const { figures } = z
      .object({ figures: z.array(z.object({ name: z.string(), met: z.boolean() })) })
      .parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'bench', 'results.json'), 'utf8')));
    const unmeasured = Object.keys(areas).filter((area) => !figures.some(({ name }) => name.startsWith(`${area}.`)));
    expect(unmeasured).toEqual([]);
    expect(figures.filter(({ met }) => !met)).toEqual([]);
  });
});
