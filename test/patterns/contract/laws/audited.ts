import { expect, it } from 'vitest';
import type { DispatchEvent } from '../../../../contract/audit.ts';
import type { Outcome } from '../../../../contract/call.ts';
import { hashOf, hmac, sha256 } from '../../../../contract/values/canonical.ts';
import { Failure, type FailureCode } from '../../../../contract/failures.ts';
import { ledgerKeyOf } from '../../../../contract/dispatch/keys.ts';
import { answered, refusedWith } from '../../../support/calls.ts';
import { benchOf, type Bench } from '../bench.ts';
import { key } from '../fixed.ts';
import { argumentSecrets, toldTexts, textsAt } from '../secrets.ts';
import type { Specimen } from '../specimen.ts';

/** The only event of an outcome, stored under its id. */
function onlyEvent(bench: Bench, outcome: Outcome): DispatchEvent {
  const events = bench.events();
  expect(events.map(({ eventId }) => eventId)).toEqual([outcome.eventId]);
  const pk = ledgerKeyOf(outcome.eventId ?? '');
  expect(bench.world.stored.items('ledger').filter((item) => item['pk'] === pk)).toHaveLength(1);
  const [event] = events;
  if (!event) throw new Error('no event was left');
  return event;
}

/** The facts that every event of the bench's call has. */
const factsOf = (bench: Bench) => {
  const { record, system, asked } = bench;
  const { caller, runId } = bench.call(asked.one.first);
  return {
    kind: 'dispatch',
    actor: { kind: caller.kind, id: caller.id, name: caller.name },
    runId,
    purpose: 'testing',
    release: system.library.bundled,
    function: record.function,
    tool: record.id,
    version: record.version,
    argsHash: hashOf(asked.one.first),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    durationMillis: expect.any(Number),
  };
};

/** Three spans and one metric. Their hashes are blinded with the telemetry key. */
function expectTelemetry(bench: Bench, event: DispatchEvent): void {
  const { told, record } = bench;
  const facts = (name: string): unknown =>
    told
      .flatMap((one) =>
        Object(one).span === `${record.id}.${name}` && 'facts' in Object(one) ? [Object(one).facts] : [],
      )
      .at(-1);
  const blind = (hash: string | undefined) => (hash === undefined ? undefined : hmac('telemetry', hash));
  expect(facts('dispatch')).toMatchObject({ eventId: event.eventId, argsHash: blind(event.argsHash) });
  expect(facts('result')).toMatchObject({
    outcome: event.outcome,
    ...(event.resultHash === undefined ? {} : { resultHash: blind(event.resultHash) }),
  });
  expect(told.filter((one) => 'measure' in Object(one))).toMatchObject([
    { measure: { tool: record.id, function: record.function, outcome: event.outcome } },
  ]);
  const hashes = [event.argsHash, event.resultHash].filter((hash) => hash !== undefined);
  expect(hashes.filter((hash) => JSON.stringify(told).includes(hash))).toEqual([]);
}

const refusals: readonly (readonly [DispatchEvent['outcome'], FailureCode, () => never])[] = [
  ['failed', 'internal', () => raise(new TypeError('of an engine'))],
  ['refused', 'arguments.invalid', () => raise(new Failure('arguments.invalid', 'of a pattern', { pointer: '/x' }))],
  ['failed', 'dependency.unavailable', () => raise(new Failure('dependency.unavailable', 'away', retryable))],
];
const retryable = { exceptions: [{ kind: 'test.away', detail: 'away', retryable: true }] };
const raise = (error: Error): never => {
  throw error;
};

/** docs/spec.md, 9.1, Audited. */
export function audited(specimen: Specimen): void {
  it('audited: an answer leaves one event with hashes, pins, markings and policies, and without values', async () => {
    const bench = await benchOf(specimen);
    const { first } = bench.asked.one;
    const outcome = answered(await bench.ask(first));
    const event = onlyEvent(bench, outcome);
    const { receipt, result } = outcome;
    expect(event).toMatchObject({
      ...factsOf(bench),
      outcome: 'answered',
      verdict: 'allow',
      resultHash: hashOf(result),
      exceptionsHash: sha256('[]'),
      exceptions: [],
      policies: ['tenant.test.permit.testing'],
      pins: receipt.pins,
      markings: receipt.markings,
    });
    const pins = Object.keys(receipt.pins).map((pin) => pin.replace(/^src-[0-9a-f]{64}$/, 'src-*'));
    expect(pins.sort()).toEqual([`${bench.record.id}@${bench.record.version}`, ...specimen.pins].sort());
    const digests = specimen.artefacts('plain').map(({ descriptor }) => descriptor);
    expect(specimen.pins).toEqual(expect.arrayContaining(bench.loaded));
    const pinned = digests.filter(({ name, version }) => specimen.pins.includes(`${name}@${version}`));
    expect(receipt.pins).toMatchObject(
      Object.fromEntries(pinned.map(({ name, version, digest }) => [`${name}@${version}`, digest])),
    );
    expectTelemetry(bench, event);
    const secrets = [...argumentSecrets(specimen, bench), ...textsAt(result, specimen.secrets.result)];
    for (const secret of secrets) expect(toldTexts(bench)).not.toContain(secret);
  });

  it('audited: a replay leaves its own event, which names the first one', async () => {
    const bench = await benchOf(specimen);
    const one = answered(await bench.ask(bench.asked.one.first, { key }));
    bench.told.length = 0;
    const two = answered(await bench.ask(bench.asked.one.first, { key }));
    const [first, second, ...others] = bench.events();
    expect(others).toEqual([]);
    const { eventId: _, outcome: __, durationMillis: ___, ...same } = first ?? {};
    expect(second).toMatchObject({ ...same, eventId: two.eventId, outcome: 'replayed', replays: one.eventId });
    if (second) expectTelemetry(bench, second);
  });

  it.each(refusals)(
    'audited: a call that ends %s with %s leaves one event that says so',
    async (ended, code, fails) => {
      const bench = await benchOf(specimen, { spoil: fails });
      const outcome = await bench.ask(bench.asked.one.first);
      expect(refusedWith(outcome)).toBe(code);
      const event = onlyEvent(bench, outcome);
      expect(event).toMatchObject({ ...factsOf(bench), outcome: ended, code, verdict: 'allow' });
      expect(event).not.toHaveProperty('resultHash');
      expect(event.exceptions).toEqual(code === 'dependency.unavailable' ? ['test.away'] : []);
      expectTelemetry(bench, event);
      expect([bench.records(), bench.effects()]).toEqual([[], 0]);
    },
  );

  it('audited: an error of an engine or a port may quote any value, and nothing of it is repeated', async () => {
    let result: unknown;
    const bench = await benchOf(specimen, {
      spoil: (product) => {
        ({ result } = product);
        return raise(new TypeError(JSON.stringify(result)));
      },
    });
    const outcome = await bench.ask(bench.asked.one.first);
    expect(bench.told).toContainEqual({ failed: outcome.eventId });
    const secrets = [...argumentSecrets(specimen, bench), ...textsAt(result, specimen.secrets.result)];
    for (const secret of secrets) expect(toldTexts(bench) + JSON.stringify(outcome)).not.toContain(secret);
  });

  const { exceptions } = specimen;
  if (!exceptions) return;
  it('audited: an exception is a typed value of the answer; the event has its kind and not its text', async () => {
    const bench = await benchOf(specimen);
    const { exceptional } = bench.asked.one;
    const outcome = answered(await bench.ask(exceptional));
    const told = (JSON.parse(outcome.body) as { exceptions: { kind: string; detail: string }[] }).exceptions;
    expect(told.map(({ kind }) => kind)).toEqual(exceptions);
    const event = onlyEvent(bench, outcome);
    expect(event).toMatchObject({ outcome: 'answered', exceptions, exceptionsHash: hashOf(told) });
    for (const { detail } of told) expect(toldTexts(bench)).not.toContain(detail);
  });
}
