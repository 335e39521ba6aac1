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
import type { Sample } from '../sample.ts';

/** Returns the only event of an outcome, and checks that the ledger has it once under its id. */
function onlyEvent(bench: Bench, outcome: Outcome): DispatchEvent {
  const events = bench.events();
  expect(events.map(({ eventId }) => eventId)).toEqual([outcome.eventId]);
  const pk = ledgerKeyOf(outcome.eventId ?? '');
  expect(bench.world.stored.items('ledger').filter((item) => item['pk'] === pk)).toHaveLength(1);
  const [event] = events;
  if (!event) throw new Error('no event was left');
  return event;
}

/** Returns the members that every event of the bench's first call has. */
const factsOf = (bench: Bench) => {
  const { record, asked } = bench;
  const { caller, runId } = bench.call(asked.one.first);
  return {
    kind: 'dispatch',
    actor: { kind: caller.kind, id: caller.id, name: caller.name },
    runId,
    purpose: 'testing',
    release: bench.release,
    function: record.function,
    tool: record.id,
    version: record.version,
    argsHash: hashOf(asked.one.first),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    durationMillis: expect.any(Number),
  };
};

/** Checks the two spans and the one metric of an event. They contain hashes only as HMACs under the telemetry key. */
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

/** Checks the clause audited of docs/spec.md, 9.1. */
export function audited(sample: Sample): void {
  it('Audited: If a call is answered, it leaves one event with hashes, pins, markings and policies, and telemetry has no value of the call', async () => {
    const bench = await benchOf(sample);
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
    expect(pins.sort()).toEqual([`${bench.record.id}@${bench.record.version}`, ...sample.pins].sort());
    const digests = sample.artefacts('plain').map(({ descriptor }) => descriptor);
    expect(sample.pins).toEqual(expect.arrayContaining(bench.loaded));
    const pinned = digests.filter(({ name, version }) => sample.pins.includes(`${name}@${version}`));
    expect(receipt.pins).toMatchObject(
      Object.fromEntries(pinned.map(({ name, version, digest }) => [`${name}@${version}`, digest])),
    );
    expectTelemetry(bench, event);
    const secrets = [...argumentSecrets(sample, bench), ...textsAt(result, sample.secrets.result)];
    for (const secret of secrets) expect(toldTexts(bench)).not.toContain(secret);
  });

  it('Audited: If a call is replayed, it leaves an event of its own that names the event of the first call', async () => {
    const bench = await benchOf(sample);
    const one = answered(await bench.ask(bench.asked.one.first, { key }));
    bench.told.length = 0;
    const two = answered(await bench.ask(bench.asked.one.first, { key }));
    const [first, second, ...others] = bench.events();
    expect(others).toEqual([]);
    const { eventId: _, outcome: __, durationMillis: ___, targets: ____, ...same } = first ?? {};
    expect(second).toMatchObject({ ...same, eventId: two.eventId, outcome: 'replayed', replays: one.eventId });
    if (second) expectTelemetry(bench, second);
  });

  it.each(refusals)(
    'Audited: If a call ends as %s with the code %s, it leaves one event with that outcome and code, and no record',
    async (ended, code, fails) => {
      const bench = await benchOf(sample, { spoil: fails });
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

  it('Audited: If an engine fails with an error that quotes the result, neither the answer nor telemetry repeats any value', async () => {
    let result: unknown;
    const bench = await benchOf(sample, {
      spoil: (product) => {
        ({ result } = product);
        return raise(new TypeError(JSON.stringify(result)));
      },
    });
    const outcome = await bench.ask(bench.asked.one.first);
    expect(bench.told).toContainEqual({ failed: outcome.eventId });
    const secrets = [...argumentSecrets(sample, bench), ...textsAt(result, sample.secrets.result)];
    for (const secret of secrets) expect(toldTexts(bench) + JSON.stringify(outcome)).not.toContain(secret);
  });

  const { exceptions } = sample;
  if (!exceptions) return;
  it('Audited: If an answer has an exception, its event has the kind of the exception, and telemetry does not have the text', async () => {
    const bench = await benchOf(sample);
    const { exceptional } = bench.asked.one;
    const outcome = answered(await bench.ask(exceptional));
    const told = (JSON.parse(outcome.body) as { exceptions: { kind: string; detail: string }[] }).exceptions;
    expect(told.map(({ kind }) => kind)).toEqual(exceptions);
    const event = onlyEvent(bench, outcome);
    expect(event).toMatchObject({ outcome: 'answered', exceptions, exceptionsHash: hashOf(told) });
    for (const { detail } of told) expect(toldTexts(bench)).not.toContain(detail);
  });
}
