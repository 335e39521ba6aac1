import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome, Tool } from '../../../contract/call.ts';
import { Failure, failures, type FailureCode } from '../../../contract/failures.ts';
import { timeLimits } from '../../../contract/platform/limits.ts';
import type { Ledger, Release, System } from '../../../contract/system.ts';
import { tool } from '../../../contract/tool.ts';
import type { HttpAnswer } from '../../../lambdas/http.ts';
import { toolHandler } from '../../../lambdas/http.ts';
import { requestHandler } from '../../../lambdas/request.ts';
import { agent, answered, callTo, newKey, refusedWith } from '../../support/calls.ts';
import { eventOf } from '../../support/journey/gateway.ts';
import { pureTool, readingTool, recordOf, stagingTool } from '../../support/tools.ts';
import { testWorld } from '../../support/world.ts';

const reading = recordOf('tool.test.read', { pattern: 'lookup', effectClass: 'read-external' });
const staging = recordOf('tool.test.stage', { pattern: 'action-staging', effectClass: 'stage' });

/** The ways in which a port fails: with its documented error, or with an unexpected one. */
const manners = {
  'fails with dependency.unavailable': async () => Promise.reject(new Failure('dependency.unavailable', 'away')),
  'throws an unexpected error': async () => Promise.reject(new TypeError('a secret of the port')),
};
type Manner = keyof typeof manners;
type Fails = () => Promise<never>;
const neverAnswers: Fails = async () => new Promise<never>(() => undefined);

const withLedger = (of: (fails: Fails) => Partial<Ledger>) => (system: System, fails: Fails) => ({
  ...system,
  ledger: { ...system.ledger, ...of(fails) },
});
const withRelease = (of: (fails: Fails) => Partial<Release>) => (system: System, fails: Fails) => ({
  ...system,
  library: {
    ...system.library,
    open: async (id: string) => {
      const release = await system.library.open(id);
      return release && { ...release, ...of(fails) };
    },
  },
});

const ports: Readonly<Record<string, (system: System, fails: Fails) => System>> = {
  'the head': (system, current) => ({ ...system, head: { current } }),
  'the runs': (system, find) => ({ ...system, runs: { find } }),
  'the library': (system, open) => ({ ...system, library: { ...system.library, open } }),
  'the read of a registry record': withRelease((fails) => ({ tool: fails })),
  'the read of the policies': withRelease((fails) => ({ policies: fails })),
  'the PDP': (system, decide) => ({ ...system, pdp: { decide } }),
  'the ledger, when asked to record,': withLedger((record) => ({ record })),
  'the ledger, when asked to recall,': withLedger((recall) => ({ recall })),
  'the ledger, whatever it is asked,': withLedger((fails) => ({ record: fails, recall: fails, note: fails })),
};

const expectedCode = (port: string, manner: Manner): FailureCode => {
  if (port === 'the ledger, whatever it is asked,') return 'ledger.unanswered';
  if (port === 'the PDP') return 'permission.failed';
  return manner === 'fails with dependency.unavailable' ? 'dependency.unavailable' : 'internal';
};

/** A stage call and a read with a key. Together they use every port of a call. */
async function toolsOver(change: (system: System) => System) {
  const world = testWorld([{ record: reading }, { record: staging }]);
  const runId = await world.openRun();
  const systemWithFault = change(world.system);
  const calls = { key: newKey(), runId };
  const runs: Readonly<Record<string, (system: System) => Promise<Outcome>>> = {
    staging: (system) =>
      tool(stagingTool(), system, { dispatches: world.dispatches })(callTo(staging, { amount: '10' }, calls)),
    reading: (system) =>
      tool(
        readingTool(() => 'read'),
        system,
        world,
      )(callTo(reading, {}, calls)),
  };
  return {
    world,
    broken: (name: string) => runs[name]?.(systemWithFault),
    whole: (name: string) => runs[name]?.(world.system),
  };
}

const dispatchesOf = ({ events }: { events: ReturnType<typeof testWorld>['events'] }) =>
  events().filter(({ kind }) => kind === 'dispatch');

/** Advances the clock by the time of a function, so that all work ends that can end within it. */
async function inTheTimeOfAFunction<T>(work: Promise<T> | undefined): Promise<T> {
  let ended: { readonly value: T } | undefined;
  void work?.then((value) => (ended = { value }));
  await vi.advanceTimersByTimeAsync(timeLimits.functionSeconds * 1000 - 1);
  if (!ended) throw new Error('nothing was answered before the function ends');
  return ended.value;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('A port that fails during a call', () => {
  for (const [port, breaking] of Object.entries(ports)) {
    for (const manner of Object.keys(manners) as Manner[]) {
      it(`If ${port} ${manner}, the caller gets a typed refusal with one event`, async () => {
        const name = port === 'the ledger, when asked to recall,' ? 'reading' : 'staging';
        const made = await toolsOver((system) => breaking(system, manners[manner]));
        const outcome = await inTheTimeOfAFunction(made.broken(name));
        expect(refusedWith(outcome)).toBe(expectedCode(port, manner));
        expect(JSON.stringify(outcome)).not.toContain('a secret');
        const events = dispatchesOf(made.world);
        const isSilent = port === 'the ledger, whatever it is asked,';
        expect(events.map((event) => event.eventId)).toEqual(isSilent ? [] : [outcome.eventId]);
        expect(events.flatMap((event) => ('code' in event ? [event.code] : []))).toEqual(
          isSilent ? [] : [expectedCode(port, manner)],
        );
        expect(made.world.stored.items('actions')).toEqual([]);

        // The failed call had no effect and did not use up its key.
        expect(answered(await inTheTimeOfAFunction(made.whole(name))).replayed).toBe(false);
      });
    }
  }

  it('Every code that a caller gets when a port fails is in the closed table of failures', () => {
    const codes = Object.keys(ports).flatMap((port) =>
      (Object.keys(manners) as Manner[]).map((manner) => expectedCode(port, manner)),
    );
    expect(codes.filter((code) => !Object.hasOwn(failures, code))).toEqual([]);
  });
});

describe('A source that fails during a call', () => {
  it.each<[Manner, FailureCode]>([
    ['fails with dependency.unavailable', 'dependency.unavailable'],
    ['throws an unexpected error', 'internal'],
  ])('If a source %s, the caller gets the refusal %s with one event', async (manner, code) => {
    const world = testWorld([{ record: reading }]);
    const run: Tool = tool(readingTool(manners[manner]), world.system, world);
    const outcome = await inTheTimeOfAFunction(run(callTo(reading, {})));
    expect(refusedWith(outcome)).toBe(code);
    expect(dispatchesOf(world).map(({ eventId }) => eventId)).toEqual([outcome.eventId]);
  });
});

describe('A dependency that does not respond', () => {
  const answerFacts = ({ statusCode, headers, body = '' }: HttpAnswer) => {
    const { code, eventId } = JSON.parse(body) as { code: FailureCode; eventId?: string };
    expect(headers?.['audit-event-id']).toBe(eventId);
    return { statusCode, code, retryAfter: headers?.['retry-after'], eventId };
  };
  const silentCode = (port: string): FailureCode =>
    port.startsWith('the ledger') ? 'ledger.unanswered' : 'deadline.passed';

  it.each(Object.keys(ports))(
    'If %s does not respond, the caller gets an answer before the function ends, with an event id only if the event is stored',
    async (port) => {
      const world = testWorld([{ record: staging }]);
      const system = ports[port]?.(world.system, neverAnswers) ?? world.system;
      const asked = eventOf({
        who: agent,
        route: 'POST /v1/{function}/{tool}',
        path: { tool: staging.id },
        headers: { 'run-id': await world.openRun(), 'idempotency-key': newKey() },
        body: {},
      });
      const run = tool(stagingTool(), system, { dispatches: world.dispatches });
      const { code, statusCode, retryAfter, eventId } = answerFacts(
        await inTheTimeOfAFunction(toolHandler('action-staging', run)(asked)),
      );
      const expected = silentCode(port);
      const { status, retryable } = failures[expected];
      expect([code, statusCode, retryAfter]).toEqual([expected, status, retryable ? '1' : undefined]);
      expect(world.stored.items('actions')).toEqual([]);
      const left = port === 'the ledger, whatever it is asked,' ? [] : [[eventId, expected]];
      expect(dispatchesOf(world).map((event) => [event.eventId, 'code' in event ? event.code : ''])).toEqual(left);
      expect(eventId === undefined).toBe(left.length === 0);
    },
  );

  it('If a call fails and the ledger does not say in time if the key has a record, the caller gets the failure, with the id of its event', async () => {
    const record = recordOf('tool.fails', { pattern: 'conversion', effectClass: 'pure' });
    const world = testWorld([{ record }]);
    const system = { ...world.system, ledger: { ...world.ledger, recall: neverAnswers } };
    const asked = eventOf({
      who: agent,
      route: 'POST /v1/{function}/{tool}',
      path: { tool: record.id },
      headers: { 'purpose-of-use': 'testing', 'idempotency-key': newKey() },
      body: {},
    });
    const fails = pureTool(() => {
      throw new Error('a secret');
    });
    const answer = answerFacts(await inTheTimeOfAFunction(toolHandler('conversion', tool(fails, system, {}))(asked)));
    expect(answer).toMatchObject({ statusCode: 500, code: 'internal' });
    expect(dispatchesOf(world).map(({ eventId }) => eventId)).toEqual([answer.eventId]);
  });

  it('If a function that is not a tool waits for a silent dependency, the caller gets an answer in time, with the id of a stored event', async () => {
    const world = testWorld([]);
    const handler = requestHandler('audit', world.system, {
      'GET /v1/audit/events': neverAnswers,
      'GET /v1/audit/story': neverAnswers,
      'GET /v1/audit/policies/{hash}': neverAnswers,
    });
    const answer = answerFacts(
      await inTheTimeOfAFunction(handler(eventOf({ who: agent, route: 'GET /v1/audit/events' }))),
    );
    expect(answer).toMatchObject({ statusCode: 503, code: 'ledger.unanswered', retryAfter: '1' });
    expect(world.events()).toEqual([
      expect.objectContaining({ kind: 'request', code: 'ledger.unanswered', eventId: answer.eventId }),
    ]);
  });

  it('If the ledger does not respond either, the caller of a function that is not a tool gets an answer without an event id', async () => {
    const world = testWorld([]);
    const ledger = { ...world.ledger, note: neverAnswers };
    const handler = requestHandler(
      'audit',
      { ...world.system, ledger },
      {
        'GET /v1/audit/events': neverAnswers,
        'GET /v1/audit/story': neverAnswers,
        'GET /v1/audit/policies/{hash}': neverAnswers,
      },
    );
    const answer = answerFacts(
      await inTheTimeOfAFunction(handler(eventOf({ who: agent, route: 'GET /v1/audit/events' }))),
    );
    expect(answer).toMatchObject({ statusCode: 503, code: 'ledger.unanswered', retryAfter: '1', eventId: undefined });
    expect(world.events()).toEqual([]);
  });

  it('After the deadline of a call, enough time is left to write the event and to answer', () => {
    const { callMillis, recordMillis, answerMillis } = timeLimits;
    // Looking up the owner of the run may take half of the time for writing the event.
    expect(callMillis + recordMillis * 1.5).toBeLessThan(answerMillis);
    expect(timeLimits.answerMillis).toBeLessThan(timeLimits.functionSeconds * 1000);
  });
});

describe('A failing observer', () => {
  const withObserver = (system: System, observer: Partial<System['observer']>): System => ({
    ...system,
    observer: { ...system.observer, ...observer },
  });
  const broken = (): never => {
    throw new Error('no segment');
  };
  it.each<[string, Partial<System['observer']>]>([
    ['before the span', { span: broken }],
    [
      'after the span',
      {
        span: async (_, inside) => {
          await inside(() => undefined);
          return broken();
        },
      },
    ],
    ['when facts are added', { span: (_, inside) => inside(broken) }],
    ['when a dispatch is measured', { dispatched: broken }],
  ])('If the observer fails %s, the call is still executed once and answered', async (_, observer) => {
    const made = await toolsOver((system) => withObserver(system, observer));
    expect(answered(await inTheTimeOfAFunction(made.broken('staging'))).replayed).toBe(false);
    expect(dispatchesOf(made.world)).toHaveLength(1);
    expect(made.world.stored.items('actions')).toHaveLength(1);
  });
});

describe('A lost answer of the ledger', () => {
  it.each(['staging', 'reading'])(
    'C7: If the write of a %s call succeeded but the answer was lost, the caller gets its own answer, not a replay, with one event',
    async (name) => {
      const made = await toolsOver((system) => system);
      let failed = false;
      made.world.setFaults(({ operation, tables }) => {
        if (failed || operation !== 'write' || !tables.includes('ledger')) return undefined;
        failed = true;
        return 'unanswered';
      });
      const first = answered(await inTheTimeOfAFunction(made.broken(name)));
      expect([first.replayed, first.eventId]).toEqual([false, first.receipt.eventId]);
      expect(dispatchesOf(made.world).map(({ eventId }) => eventId)).toEqual([first.receipt.eventId]);
      const second = answered(await inTheTimeOfAFunction(made.whole(name)));
      expect([second.replayed, second.body]).toEqual([true, first.body]);
    },
  );
});
