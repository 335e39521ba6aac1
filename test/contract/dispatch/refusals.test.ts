import { describe, expect, it } from 'vitest';
import type { Call } from '../../../contract/call.ts';
import type { FailureCode } from '../../../contract/failures.ts';
import { Failure, failures } from '../../../contract/failures.ts';
import type { ToolVersion } from '../../../contract/artefacts/tool-version.ts';
import { tool } from '../../../contract/tool.ts';
import { answered, callTo, newKey, refusedWith } from '../../support/calls.ts';
import { pureTool, readingTool, recordOf, stagingTool } from '../../support/tools.ts';
import { approvalRequest } from '../../../patterns/approval-request/pattern.ts';
import { testWorld } from '../../support/world.ts';

const pure = recordOf('tool.test.pure', { pattern: 'conversion', effectClass: 'pure' });
const staging = recordOf('tool.test.stage', { pattern: 'action-staging', effectClass: 'stage' });

const pureWorld = (record: ToolVersion = pure, options: Parameters<typeof testWorld>[1] = {}) => {
  const world = testWorld([{ record }], options);
  return {
    world,
    run: tool(
      pureTool(() => 'done'),
      world.system,
      {},
    ),
  };
};

const amountOnly = {
  type: 'object',
  properties: { amount: { type: 'string', pattern: '^[0-9]+$' } },
  required: ['amount'],
  additionalProperties: false,
};

describe('The refusal of a call', () => {
  const cases: readonly [FailureCode, Partial<Call>, Partial<ToolVersion>, Parameters<typeof testWorld>[1]][] = [
    ['header.malformed', { key: 'short' }, {}, {}],
    ['header.malformed', { key: `key ${'x'.repeat(20)}` }, {}, {}],
    ['header.malformed', { key: 'x'.repeat(256) }, {}, {}],
    ['header.malformed', { runId: 'run-é-0123456789012345' }, {}, {}],
    ['body.malformed', { body: '"text"' }, {}, {}],
    ['caller.unknown', { caller: { kind: 'agent', id: 'toString', name: 'toString', groups: [] } }, {}, {}],
    ['caller.unknown', { caller: { kind: 'human', id: 'sub', name: 'test-agent', groups: ['test-agent'] } }, {}, {}],
    ['run.unknown', { runId: 'run-00000000-0000-7000-8000-000000000000' }, {}, {}],
    ['permission.denied', { purpose: 'marketing' }, {}, {}],
    ['permission.denied', {}, { reaches: ['pii.high'], markings: ['pii.high'] }, {}],
    ['permission.denied', {}, { reaches: ['pii.high'] }, { definition: { clearances: ['pii.high'] } }],
  ];

  it.for(cases)(
    'A call is refused with %s, and one event records the refusal: %o %o',
    async ([code, call, record, options]) => {
      const { world, run } = pureWorld({ ...pure, ...record }, options);
      const outcome = await run(callTo(pure, {}, call));
      expect(refusedWith(outcome)).toBe(code);
      const events = world.events();
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({ kind: 'dispatch', outcome: 'refused', code, eventId: outcome.eventId });
    },
  );

  it('A call is refused with purpose.required if neither the header nor the run has a purpose', async () => {
    const { run } = pureWorld();
    const { purpose: _, ...call } = callTo(pure, {});
    expect(refusedWith(await run(call))).toBe('purpose.required');
  });

  it('A call is refused with purpose.differs if the header and the run have different purposes', async () => {
    const { world, run } = pureWorld();
    const runId = await world.openRun({ purpose: 'billing' });
    expect(refusedWith(await run(callTo(pure, {}, { runId })))).toBe('purpose.differs');
  });

  it('A call is refused with run.unknown if the run belongs to somebody else, as if the run did not exist', async () => {
    const { world, run } = pureWorld();
    const runId = await world.openRun({ owner: { kind: 'human', id: 'test-agent', name: 'test-agent' } });
    expect(refusedWith(await run(callTo(pure, {}, { runId })))).toBe('run.unknown');
  });

  it.each([
    ['because of the run', {}],
    ['before the owner of the run is known', { body: '"text"' }],
    ['because of a malformed key', { key: 'short' }],
    [
      'because of a caller that the release does not define',
      { caller: { kind: 'agent', id: 'gone', name: 'gone', groups: [] } },
    ],
  ] as const)(
    'If a refused call names the run of somebody else, its event names that run but does not belong to it: a refusal %s',
    async (_, more) => {
      const { world, run } = pureWorld();
      const runId = await world.openRun({ owner: { kind: 'human', id: 'test-agent', name: 'test-agent' } });
      const before = world.events().length;
      expect(refusedWith(await run(callTo(pure, {}, { runId, ...more })))).not.toBe('answered');
      const [event, ...others] = world.events().slice(before);
      expect(others).toEqual([]);
      expect(event).toMatchObject({ outcome: 'refused', namesRun: runId });
      expect(event).not.toHaveProperty('runId');
    },
  );

  it.each([
    ['because of its body', { body: '"text"' }],
    ['because of a malformed key', { key: 'short' }],
    ['because of a version that is not pinned', { version: '9.0.0' }],
  ])(
    'If the owner of a run makes a call in it, the refusal of the call belongs to the run, however early it comes: a refusal %s',
    async (_, more) => {
      const { world, run } = pureWorld();
      const runId = await world.openRun();
      expect(refusedWith(await run(callTo(pure, {}, { runId, ...more })))).not.toBe('answered');
      expect(world.events().at(-1)).toMatchObject({ outcome: 'refused', runId });
      expect(world.events().at(-1)).not.toHaveProperty('namesRun');
    },
  );

  it('If the runs cannot be read, the event of the failure does not belong to the run that the call names', async () => {
    const { world } = pureWorld();
    const runId = await world.openRun();
    let asked = 0;
    const away = async () => {
      asked += 1;
      throw new Failure('dependency.unavailable', 'the table did not answer');
    };
    const run = tool(
      pureTool(() => 'done'),
      { ...world.system, runs: { find: away } },
      {},
    );
    expect(refusedWith(await run(callTo(pure, {}, { runId })))).toBe('dependency.unavailable');
    expect(world.events().at(-1)).toMatchObject({ outcome: 'failed', namesRun: runId });
    expect(asked).toBe(1);
  });

  it('A call is refused with run.expired from the exact instant at which the run ends', async () => {
    const { world, run } = pureWorld();
    const at = Date.now();
    const runId = await world.openRun({ expiresAt: new Date(at).toISOString() });
    expect(refusedWith(await run(callTo(pure, {}, { runId, at })))).toBe('run.expired');
    expect(refusedWith(await run(callTo(pure, {}, { runId, at: at - 1 })))).toBe('answered');
  });

  it('A call of a tool with an effect is refused with run.required if it has no run', async () => {
    const world = testWorld([{ record: staging }]);
    const run = tool(stagingTool(), world.system, { dispatches: world.dispatches });
    expect(refusedWith(await run(callTo(staging, {}, { key: newKey() })))).toBe('run.required');
  });

  it('A call of a commit-low tool without a key is refused with key.required if the registry record does not derive keys', async () => {
    const asking = recordOf('tool.test.ask', { pattern: 'approval-request', effectClass: 'commit-low' });
    const world = testWorld([{ record: asking }]);
    const run = tool(approvalRequest, world.system, { actions: world.actions, dispatches: world.dispatches });
    expect(refusedWith(await run(callTo(asking, {}, { runId: await world.openRun() })))).toBe('key.required');
  });

  it('A call with wrong arguments is refused with the pointer and what the schema requires, never with the value', async () => {
    const { world, run } = pureWorld({ ...pure, schema: { request: amountOnly, response: {} } });
    const outcome = await run(callTo(pure, { amount: 'TR33 0006 1005' }));
    expect(outcome).toMatchObject({ refused: 'arguments.invalid', pointer: '/amount' });
    expect(JSON.stringify([outcome, world.stored.items('ledger')])).not.toContain('0006');
  });

  it('A caller who cites an event that does not exist gets a 404 with the pointer, whatever its clearances are', async () => {
    const basis = `lookup.${'0'.repeat(64)}.00000000-0000-7000-8000-000000000000`;
    for (const clearances of [['pii.medium'], ['pii.high', 'regulated.kvkk']]) {
      const world = testWorld([{ record: staging }], { definition: { clearances } });
      const run = tool(stagingTool(), world.system, { dispatches: world.dispatches });
      const outcome = await run(callTo(staging, { basis }, { key: newKey(), runId: await world.openRun() }));
      expect(outcome).toMatchObject({ refused: 'event.unknown', pointer: '/basis' });
      expect(failures['event.unknown'].status).toBe(404);
    }
  });

  it('A caller whom no policy permits is denied, whether the event that it cites exists or not', async () => {
    const basis = `lookup.${'0'.repeat(64)}.00000000-0000-7000-8000-000000000000`;
    const world = testWorld([{ record: staging }], { definition: { scopes: [] } });
    const run = tool(stagingTool(), world.system, { dispatches: world.dispatches });
    const outcome = await run(callTo(staging, { basis }, { key: newKey(), runId: await world.openRun() }));
    expect(outcome).toMatchObject({ refused: 'permission.denied', detail: 'the call is forbidden by floor.scope' });
    expect(world.events().at(-1)).not.toHaveProperty('reference');
  });

  it('A call is refused with arguments.invalid if its arguments refer to more rows than one batch read can take', async () => {
    const world = testWorld([{ record: staging }]);
    const run = tool(stagingTool(), world.system, { dispatches: world.dispatches });
    const drafts = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`/${i}`, 'an event']));
    const outcome = await run(callTo(staging, { drafts }, { key: newKey(), runId: await world.openRun() }));
    expect(refusedWith(outcome)).toBe('arguments.invalid');
  });
});

describe('The markings of a result', () => {
  const marked = (markings: readonly string[]) => ({
    ...readingTool(() => 'a record'),
    execute: () => ({ result: 'a record', markings }),
  });
  const reading = recordOf(
    'tool.test.read',
    { pattern: 'lookup', effectClass: 'read-external' },
    { markings: ['pii.medium'] },
  );

  it('The receipt has the markings of the signature joined with the markings of the result', async () => {
    const world = testWorld([{ record: { ...reading, reaches: ['pii.low'] } }]);
    const outcome = answered(await tool(marked(['pii.medium']), world.system, world)(callTo(reading, {})));
    expect(outcome.receipt.markings).toEqual(['pii.medium']);
  });
});

describe('The table of failures', () => {
  it('Every 503 in the table is retryable, and each row has a next step', () => {
    const rows = Object.entries(failures);
    expect(rows.filter(([, { status, retryable }]) => status === 503 && !retryable)).toEqual([]);
    expect(rows.filter(([, { next }]) => !/[.)-]$/.test(next))).toEqual([]);
  });
});
