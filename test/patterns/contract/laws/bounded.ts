import { expect, it } from 'vitest';
import { Failure, failures } from '../../../../contract/failures.ts';
import { sizeLimits, timeLimits } from '../../../../contract/platform/limits.ts';
import type { Ports } from '../../../../contract/ports.ts';
import { answered, refusedWith } from '../../../support/calls.ts';
import { benchOf, type Setting } from '../bench.ts';
import { key } from '../fixed.ts';
import type { Sample } from '../sample.ts';

/** Makes a call and returns the code of its refusal and everything that it left. */
async function endOf(sample: Sample, setting: Setting) {
  const bench = await benchOf(sample, setting);
  const outcome = await bench.ask(bench.asked.one.first, { key });
  const codes = bench.events().map((event) => ('code' in event ? event.code : 'answered'));
  return { code: refusedWith(outcome), codes, records: bench.records(), effects: bench.effects() };
}

const tooLarge = { code: 'result.too_large', codes: ['result.too_large'], records: [], effects: 0 };

/** Replaces all ports by ports whose methods throw this error. */
const failing = (ports: Ports, error: () => Error): Partial<Ports> =>
  Object.fromEntries(
    Object.entries(ports).map(([name]) => [
      name,
      new Proxy(
        {},
        {
          get: () => () => {
            throw error();
          },
        },
      ),
    ]),
  );

/** Checks deadlines, size limits, and failures of ports. */
export function bounded(sample: Sample): void {
  it('Bounded: If a call passes its deadline, it fails with the retryable code deadline.passed, and no result or effect is recorded', async () => {
    expect(failures['deadline.passed']).toMatchObject({ status: 503, retryable: true });
    const clock: { at: number }[] = [];
    const bench = await benchOf(sample, {
      spoil: (product) => {
        for (const one of clock) one.at += timeLimits.callMillis + 1;
        return product;
      },
    });
    clock.push(bench.clock);
    const outcome = await bench.ask(bench.asked.one.first, { key });
    expect(outcome).toMatchObject({ refused: 'deadline.passed', retryAfterSeconds: expect.any(Number) });
    expect([bench.records(), bench.effects()]).toEqual([[], 0]);
    expect(bench.events()).toMatchObject([{ outcome: 'failed', code: 'deadline.passed' }]);
    clock.length = 0;
    expect(answered(await bench.ask(bench.asked.one.first, { key })).replayed).toBe(false);
  });

  it('Bounded: If the exceptions of a call exceed 16 KB, it fails with result.too_large before any effect', async () => {
    expect(
      await endOf(sample, {
        spoil: (product) => ({
          ...product,
          exceptions: [{ kind: 'test.loud', detail: 'x'.repeat(sizeLimits.exceptionsBytes) }],
        }),
      }),
    ).toEqual(tooLarge);
  });

  it('Bounded: If the result of a call exceeds 5 MB, it fails with result.too_large before any effect', async () => {
    expect(
      await endOf(sample, {
        spoil: (product) => ({ ...product, result: { huge: 'x'.repeat(sizeLimits.resultBytes) } }),
      }),
    ).toEqual(tooLarge);
  });

  const { ports } = sample.declaration;
  if (ports.length === 0) return;
  it.each([
    ['reports that it is unavailable', 'dependency.unavailable', () => new Failure('dependency.unavailable', 'away')],
    ['throws an unexpected error', 'internal', () => new TypeError('a secret of the port')],
  ] as const)(
    'Bounded: If a port %s, the call fails with %s, and neither the answer nor telemetry repeats the error',
    async (_, code, error) => {
      const bench = await benchOf(sample, { ports: (all) => failing(all, error) });
      const outcome = await bench.ask(bench.asked.one.first, { key });
      expect(refusedWith(outcome)).toBe(code);
      expect(JSON.stringify([outcome, bench.events(), bench.told])).not.toContain('a secret');
      expect([bench.records(), bench.effects()]).toEqual([[], 0]);
      expect(bench.events()).toMatchObject([{ outcome: 'failed', code, eventId: outcome.eventId }]);
    },
  );
}
