import { expect, it } from 'vitest';
import { Failure, failures } from '../../../../contract/failures.ts';
import { sizeLimits, timeLimits } from '../../../../contract/platform/limits.ts';
import type { Ports } from '../../../../contract/ports.ts';
import { answered, refusedWith } from '../../../support/calls.ts';
import { benchOf, type Setting } from '../bench.ts';
import { key } from '../fixed.ts';
import type { Specimen } from '../specimen.ts';

/** The code of the refusal, and what the call left. */
async function endOf(specimen: Specimen, setting: Setting) {
  const bench = await benchOf(specimen, setting);
  const outcome = await bench.ask(bench.asked.one.first, { key });
  const codes = bench.events().map((event) => ('code' in event ? event.code : 'answered'));
  return { code: refusedWith(outcome), codes, records: bench.records(), effects: bench.effects() };
}

const tooLarge = { code: 'result.too_large', codes: ['result.too_large'], records: [], effects: 0 };

/** Ports whose methods all fail. */
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

/** Deadlines, sizes, and ports that fail. */
export function bounded(specimen: Specimen): void {
  it('bounded: if a call passes its deadline, the answer is a retryable 503 and nothing is recorded', async () => {
    expect(failures['deadline.passed']).toMatchObject({ status: 503, retryable: true });
    const clock: { at: number }[] = [];
    const bench = await benchOf(specimen, {
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

  it('bounded: exceptions over 16 KB are refused before any effect', async () => {
    expect(
      await endOf(specimen, {
        spoil: (product) => ({
          ...product,
          exceptions: [{ kind: 'test.loud', detail: 'x'.repeat(sizeLimits.exceptionsBytes) }],
        }),
      }),
    ).toEqual(tooLarge);
  });

  it('bounded: a result over 5 MB is refused before any effect', async () => {
    expect(
      await endOf(specimen, {
        spoil: (product) => ({ ...product, result: { huge: 'x'.repeat(sizeLimits.resultBytes) } }),
      }),
    ).toEqual(tooLarge);
  });

  const { ports } = specimen.declaration;
  if (ports.length === 0) return;
  it.each([
    ['says that it is away', 'dependency.unavailable', () => new Failure('dependency.unavailable', 'away')],
    ['throws what nobody foresaw', 'internal', () => new TypeError('a secret of the port')],
  ] as const)('bounded: if a port %s, the failure is typed and nothing is recorded', async (_, code, error) => {
    const bench = await benchOf(specimen, { ports: (all) => failing(all, error) });
    const outcome = await bench.ask(bench.asked.one.first, { key });
    expect(refusedWith(outcome)).toBe(code);
    expect(JSON.stringify([outcome, bench.events(), bench.told])).not.toContain('a secret');
    expect([bench.records(), bench.effects()]).toEqual([[], 0]);
    expect(bench.events()).toMatchObject([{ outcome: 'failed', code, eventId: outcome.eventId }]);
  });
}
