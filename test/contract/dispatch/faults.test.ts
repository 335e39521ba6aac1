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
import { readingTool, recordOf, stagingTool } from '../../support/tools.ts';
import { testWorld } from '../../support/world.ts';

const reading = recordOf('tool.test.read', { pattern: 'lookup', effectClass: 'read-external' });
const staging = recordOf('tool.test.stage', { pattern: 'action-staging', effectClass: 'stage' });

/** The ways in which a port fails: with its documented error, or unexpectedly. */
const manners = {
  'says that it is away': async () => Promise.reject(new Failure('dependency.unavailable', 'away')),
  'throws what nobody foresaw': async () => Promise.reject(new TypeError('a secret of the port')),
};
type Manner = keyof typeof manners;
type Fails = () => Promise<never>;
const saysNothing: Fails = async () => new Promise<never>(() => undefined);

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
  'a record of the release': withRelease((fails) => ({ tool: fails })),
  'a signature of the release': withRelease((fails) => ({ signature: fails })),
  'the policies of the release': withRelease((fails) => ({ policies: fails })),
  'the PDP': (system, decide) => ({ ...system, pdp: { decide } }),
  'the ledger, asked to record,': withLedger((record) => ({ record })),
  'the ledger, asked to recall,': withLedger((recall) => ({ recall })),
  'the ledger, whatever it is asked,': withLedger((fails) => ({ record: fails, recall: fails, note: fails })),
};

const expectedCode = (port: string, manner: Manner): FailureCode => {
  if (port === 'the ledger, whatever it is asked,') return 'ledger.unanswered';
  if (port === 'the PDP') return 'permission.failed';
  return manner === 'says that it is away' ? 'dependency.unavailable' : 'internal';
};

/** A staging and a read with a key. Together they use every port of a call. */
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

/** Lets everything end that can end within a function's time. */
async function inTheTimeOfAFunction<T>(work: Promise<T> | undefined): Promise<T> {
  let ended: { readonly value: T } | undefined;
  void work?.then((value) => (ended = { value }));
  await vi.advanceTimersByTimeAsync(timeLimits.functionSeconds * 1000 - 1);
  if (!ended) throw new Error('nothing was answered before the function ends');
  return ended.value;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('If a port of a call fails, the caller gets a typed refusal with one event, never a throw', () => {
  for (const [port, breaking] of Object.entries(ports)) {
    for (const manner of Object.keys(manners) as Manner[]) {
      it(`${port} ${manner}`, async () => {
        const name = port === 'the ledger, asked to recall,' ? 'reading' : 'staging';
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

        // The failed call did nothing and bound no key.
        expect(answered(await inTheTimeOfAFunction(made.whole(name))).replayed).toBe(false);
      });
    }
  }

  it('Every refusal has a code of the closed table', () => {
    const codes = Object.keys(ports).flatMap((port) =>
      (Object.keys(manners) as Manner[]).map((manner) => expectedCode(port, manner)),
    );
    expect(codes.filter((code) => !Object.hasOwn(failures, code))).toEqual([]);
  });
});

describe('A call survives every failure of what it reads', () => {
  it.each<[Manner, FailureCode]>([
    ['says that it is away', 'dependency.unavailable'],
    ['throws what nobody foresaw', 'internal'],
  ])('If a source %s, the call %s', async (manner, code) => {
    const world = testWorld([{ record: reading }]);
    const run: Tool = tool(readingTool(manners[manner]), world.system, world);
    const outcome = await inTheTimeOfAFunction(run(callTo(reading, {})));
    expect(refusedWith(outcome)).toBe(code);
    expect(dispatchesOf(world).map(({ eventId }) => eventId)).toEqual([outcome.eventId]);
  });
});

describe('If a dependency does not answer, the caller still gets an answer', () => {
  const told = ({ statusCode, headers, body = '' }: HttpAnswer) => {
    const { code, eventId } = JSON.parse(body) as { code: FailureCode; eventId?: string };
    expect(headers?.['audit-event-id']).toBe(eventId);
    return { statusCode, code, retryAfter: headers?.['retry-after'], eventId };
  };
  /** The code that the caller gets. If the ledger was recording, the outcome is unknown; a recall changes nothing. */
  const silentCode = (port: string): FailureCode => {
    if (port === 'the ledger, asked to recall,') return 'internal';
    return port.startsWith('the ledger') ? 'ledger.unanswered' : 'deadline.passed';
  };

  it.each(Object.keys(ports))(
    'before its function ends, with the id of a stored event: %s does not answer',
    async (port) => {
      const world = testWorld([{ record: staging }]);
      const system = ports[port]?.(world.system, saysNothing) ?? world.system;
      const asked = eventOf({
        who: agent,
        route: 'POST /v1/{function}/{tool}',
        path: { tool: staging.id },
        headers: { 'run-id': await world.openRun(), 'idempotency-key': newKey() },
        // A call that fails looks for an earlier record before it answers.
        body: port === 'the ledger, asked to recall,' ? { fails: true } : {},
      });
      const failing = {
        before: ({ fails }: Record<string, unknown>) => (fails ? Promise.reject(new Error()) : undefined),
      };
      const run = tool(stagingTool(failing), system, { dispatches: world.dispatches });
      const { code, statusCode, retryAfter, eventId } = told(
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

  it('before its function ends, with the id of a stored event, if the function is not a tool', async () => {
    const world = testWorld([]);
    const handler = requestHandler('audit', world.system, { 'GET /v1/audit/events': saysNothing });
    const answer = told(await inTheTimeOfAFunction(handler(eventOf({ who: agent, route: 'GET /v1/audit/events' }))));
    expect(answer).toMatchObject({ statusCode: 503, code: 'ledger.unanswered', retryAfter: '1' });
    expect(world.events()).toEqual([
      expect.objectContaining({ kind: 'request', code: 'ledger.unanswered', eventId: answer.eventId }),
    ]);
  });

  it('without an event id if the ledger does not answer either, for tools and other functions', async () => {
    const world = testWorld([]);
    const ledger = { ...world.ledger, note: saysNothing };
    const handler = requestHandler('audit', { ...world.system, ledger }, { 'GET /v1/audit/events': saysNothing });
    const answer = told(await inTheTimeOfAFunction(handler(eventOf({ who: agent, route: 'GET /v1/audit/events' }))));
    expect(answer).toMatchObject({ statusCode: 503, code: 'ledger.unanswered', retryAfter: '1', eventId: undefined });
    expect(world.events()).toEqual([]);
  });

  it('after the call’s own deadline, with time left for the answer', () => {
    const { callMillis, recordMillis, answerMillis } = timeLimits;
    // Looking up the owner of the run may take half of the time for the event.
    expect(callMillis + recordMillis * 1.5).toBeLessThan(answerMillis);
    expect(timeLimits.answerMillis).toBeLessThan(timeLimits.functionSeconds * 1000);
  });
});

describe('An observer cannot change an outcome', () => {
  const watching = (system: System, observer: Partial<System['observer']>): System => ({
    ...system,
    observer: { ...system.observer, ...observer },
  });
  const broken = (): never => {
    throw new Error('no segment');
  };
  it.each<[string, Partial<System['observer']>]>([
    ['before its span', { span: broken }],
    [
      'after its span',
      {
        span: async (_, inside) => {
          await inside(() => undefined);
          return broken();
        },
      },
    ],
    ['where facts are added', { span: (_, inside) => inside(broken) }],
    ['where a dispatch is measured', { dispatched: broken }],
  ])('If the observer fails %s, the call is still run once and answered', async (_, observer) => {
    const made = await toolsOver((system) => watching(system, observer));
    expect(answered(await inTheTimeOfAFunction(made.broken('staging'))).replayed).toBe(false);
    expect(dispatchesOf(made.world)).toHaveLength(1);
    expect(made.world.stored.items('actions')).toHaveLength(1);
  });
});

describe('C7: If a write succeeded and its answer was lost, the call', () => {
  it.each(['staging', 'reading'])('gets its own answer, which is no replay, with one event: %s', async (name) => {
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
  });
});
