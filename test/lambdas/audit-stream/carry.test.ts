import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { MemoryObjects } from '../../../adapters/memory/log-objects.ts';
import { auditLogRows } from '../../../adapters/tables/audit-log-rows.ts';
import type { DispatchEvent } from '../../../contract/audit.ts';
import { Failure } from '../../../contract/failures.ts';
import { newUuid, ownEventId } from '../../../contract/dispatch/keys.ts';
import { tool } from '../../../contract/tool.ts';
import { carry } from '../../../lambdas/audit-stream/carry.ts';
import { callTo, refusedWith } from '../../support/calls.ts';
import { pureTool, recordOf } from '../../support/tools.ts';
import { testWorld } from '../../support/world.ts';

const event = (more: Partial<DispatchEvent> = {}): DispatchEvent => ({
  kind: 'dispatch',
  eventId: ownEventId('conversion', newUuid()),
  at: new Date().toISOString(),
  actor: { kind: 'agent', id: 'a', name: 'a' },
  release: 'r',
  function: 'conversion',
  tool: 'tool.it',
  outcome: 'refused',
  code: 'tool.unknown',
  durationMillis: 1,
  ...more,
});
const inserted = (one: DispatchEvent, i: number, text = JSON.stringify(one)): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: String(i), NewImage: { event: { S: text }, eventId: { S: one.eventId } } },
});

function carryWorld(change: (audit: ReturnType<typeof testWorld>['audit']) => object = () => ({})) {
  const world = testWorld([]);
  const head = { current: async () => ({ release: 'r', withdrawn: [], suspended: [], telemetryKey: 'key' }) };
  const logged: unknown[] = [];
  const counted = { events: 0 };
  const log = { rows: auditLogRows(world.database), objects: new MemoryObjects() };
  const handle = carry({
    head,
    audit: { ...world.audit, ...change(world.audit) },
    log,
    failed: (error, id) => logged.push([error instanceof Error ? error.name : error, id]),
    setAside: () => void (counted.events += 1),
  });
  const carries = (batch: { readonly Records: DynamoDBRecord[] }) => handle({ shardId: 'shardId-0', ...batch });
  const appended = async (): Promise<number> => (await log.rows.head()).row?.frontier.size ?? 0;
  const stored = (): readonly string[] =>
    world.stored.items('audit').flatMap(({ event: text }) => (typeof text === 'string' ? [text] : []));
  return { world, carries, logged, counted, stored, appended };
}

describe('The stream to the audit log', () => {
  it('A batch without the id of its shard is refused, because the position of its events in the log would be unknown', async () => {
    const { world } = carryWorld();
    const head = { current: async () => ({ release: 'r', withdrawn: [], suspended: [], telemetryKey: 'key' }) };
    const log = { rows: auditLogRows(world.database), objects: new MemoryObjects() };
    const handle = carry({ head, audit: world.audit, log, failed: () => {}, setAside: () => {} });
    await expect(handle({ Records: [inserted(event(), 0)] })).rejects.toThrow('has no shardId');
    expect(world.stored.items('audit')).toEqual([]);
  });

  it('An event that the audit log cannot store is set aside and logged, and the other 99 of the batch are stored', async () => {
    const { world, carries, logged, stored, appended } = carryWorld();
    const events = Array.from({ length: 100 }, (_, i) => event(i === 40 ? { tool: 't'.repeat(2100) } : {}));
    expect(await carries({ Records: events.map((one, i) => inserted(one, i)) })).toMatchObject({
      batchItemFailures: [],
    });
    expect(stored()).toHaveLength(99);
    expect(await appended()).toBe(99);
    expect(logged).toEqual([['internal', events[40]?.eventId]]);
    const aside = world.stored.items('audit').filter(({ pk }) => String(pk).startsWith('aside#'));
    expect(aside).toEqual([
      expect.objectContaining({ eventId: events[40]?.eventId, text: JSON.stringify(events[40]) }),
    ]);
  });

  it('An event whose entry is too large for the log is set aside alone and counted, and the others are appended', async () => {
    const { carries, counted, logged, appended } = carryWorld();
    const large = event({ exceptions: Array.from({ length: 7000 }, () => 'extract.ungrounded') });
    const records = [event(), large, event()].map((one, i) => inserted(one, i));
    expect(await carries({ Records: records })).toMatchObject({ batchItemFailures: [] });
    expect([counted.events, logged, await appended()]).toEqual([1, [['RangeError', large.eventId]], 2]);
  });

  it('If an event is set aside, the log records the position of its shard after that event, so that nobody waits for an entry of it', async () => {
    const { world, carries, appended } = carryWorld();
    await carries({ Records: [inserted(event(), 1), inserted(event(), 2, '{')] });
    await carries({ Records: [inserted(event(), 3, '{')] });
    const { row } = await auditLogRows(world.database).head();
    expect([await appended(), row?.positions['shardId-0']?.sequence]).toEqual([1, '3']);
  });

  it('An event that is not JSON is set aside', async () => {
    const { carries, logged, stored } = carryWorld();
    const [one, other] = [event(), event()];
    expect(await carries({ Records: [inserted(one, 0, '{'), inserted(other, 1)] })).toMatchObject({
      batchItemFailures: [],
    });
    expect([logged, stored().length]).toEqual([[['SyntaxError', one.eventId]], 1]);
  });

  it('If an event fails temporarily, the stream must deliver it and all later events again, and none is set aside', async () => {
    let failing = true;
    const { carries, logged, stored, appended } = carryWorld((audit) => ({
      put: async (one: DispatchEvent) => {
        if (failing && one.tool === 'tool.late') throw new Failure('dependency.unavailable', 'throttled');
        return audit.put(one);
      },
    }));
    const records = [event(), event({ tool: 'tool.late' }), event()].map((one, i) => inserted(one, i));
    expect(await carries({ Records: records })).toMatchObject({ batchItemFailures: [{ itemIdentifier: '1' }] });
    expect([logged, stored().length, await appended()]).toEqual([[], 1, 1]);
    failing = false;
    expect(await carries({ Records: records.slice(1) })).toMatchObject({ batchItemFailures: [] });
    expect(stored()).toHaveLength(3);
    expect(await appended()).toBe(3);
  });

  it('If an event can neither be stored nor set aside, the stream must deliver it again', async () => {
    const refuse = async (): Promise<never> => Promise.reject(new Failure('internal', 'refused'));
    const { carries } = carryWorld(() => ({ put: refuse, setAside: refuse }));
    expect(await carries({ Records: [inserted(event(), 7)] })).toMatchObject({
      batchItemFailures: [{ itemIdentifier: '7' }],
    });
  });
});

describe('A malformed name in a call', () => {
  const record = recordOf('tool.it', { pattern: 'conversion', effectClass: 'pure' });
  it.each([
    ['a tool of 2,100 characters', { tool: 't'.repeat(2100) }],
    ['no tool', { tool: '' }],
    ['a tool with a lone surrogate', { tool: 'tool.\ud800' }],
    ['a version of 2,100 characters', { version: 'v'.repeat(2100) }],
    ['a purpose with a lone surrogate', { purpose: '\udc00' }],
    ['a purpose of 2,100 characters', { purpose: 'ü'.repeat(2100) }],
    ['a run id of 2,100 characters', { runId: 'r'.repeat(2100) }],
    ['a key of 2,100 characters', { key: 'k'.repeat(2100) }],
  ])('A call with %s is refused, and its event reaches the audit log', async (_, more) => {
    const { system, events, audit, database, stored } = testWorld([{ record }]);
    const outcome = await tool(
      pureTool(() => 1),
      system,
      {},
    )({ ...callTo(record, {}), ...more });
    expect(refusedWith(outcome)).toMatch(/^(tool\.unknown|header\.malformed)$/);
    expect(events().map(({ eventId }) => eventId)).toEqual([outcome.eventId]);
    const logged: unknown[] = [];
    const head = { current: async () => ({ release: 'r', withdrawn: [], suspended: [], telemetryKey: 'key' }) };
    const log = { rows: auditLogRows(database), objects: new MemoryObjects() };
    const carries = carry({ head, audit, log, failed: (error) => logged.push(error), setAside: () => {} });
    const Records = events().map((one, i) => inserted(one as DispatchEvent, i));
    expect([await carries({ shardId: 'shardId-0', Records }), logged]).toMatchObject([{ batchItemFailures: [] }, []]);
    expect(stored.items('audit').filter(({ event: text }) => text !== undefined)).toHaveLength(1);
  });
});
