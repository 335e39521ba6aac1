import { describe, expect, test } from 'vitest';
import type { AuditEvent, ReleaseEvent } from '../../contract/audit.ts';
import { canonicalJson, sha256 } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import { newUuid, ownEventId, taskId } from '../../contract/dispatch/keys.ts';
import type { Effect, HeadState } from '../../contract/system.ts';
import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { actions } from '../../adapters/tables/actions.ts';
import { MemoryContent } from '../../adapters/memory/content.ts';
import { auditTable } from '../../adapters/tables/audit-table.ts';
import type { Database } from '../../adapters/tables/database.ts';
import { dispatches } from '../../adapters/tables/dispatches.ts';
import { head, headWriter } from '../../adapters/tables/head.ts';
import { ledger } from '../../adapters/tables/ledger.ts';
import { runs } from '../../adapters/tables/runs.ts';
import { sources, sourceStore } from '../../adapters/tables/sources.ts';
import { collected } from '../support/collected.ts';
import {
  someAction,
  someAttachment,
  someDecision,
  someKey,
  someRecord,
  someRun,
  someSource,
  someSourceEvent,
  someTask,
  someTransition,
} from '../support/rows.ts';

/**
 * `lost`: done, and the SDK retries it. `unanswered`: done, but no answer arrives. `throttled` and `conflict`: not
 * done.
 */
export type StoreFault = 'lost' | 'unanswered' | 'throttled' | 'conflict';

export interface StoresUnderTest {
  readonly database: Database;
  /** Makes one later call fail. The index counts from the next call. */
  readonly failCall: (index: number, fault: StoreFault) => void;
  /** Makes every later call fail. */
  readonly failAll: (fault: StoreFault) => void;
  readonly heal: () => void;
}

const code = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

const staging = (action = someAction(), texts: readonly string[] = ['{"amount":"90000.00"}']): Effect => ({
  put: 'Action',
  row: action,
  attachments: texts.map(someAttachment),
});

/** Writes a known head, and returns its writer, its version, and the events of all later changes of it. */
async function headAtRest(database: Database) {
  const events: ReleaseEvent[] = [];
  const writer = headWriter({
    get: (table, pk) => database.get(table, pk),
    batchGet: (keys) => database.batchGet(keys),
    query: (query) => database.query(query),
    pages: (pages) => database.pages(pages),
    write: async (writes) => {
      const answer = await database.write(writes);
      for (const write of answer.written ? writes : []) {
        if ('put' in write && write.in === 'ledger')
          events.push(JSON.parse(String(write.put['event'])) as ReleaseEvent);
      }
      return answer;
    },
  });
  const { version } = await writer.read();
  await writer.write({ release: 'release-0', withdrawn: [], suspended: [] }, version);
  events.length = 0;
  return { writer, at: version + 1, events };
}

/** Tests of the stores that run over every database. */
export function storeLaws(name: string, open: () => StoresUnderTest): void {
  const opened = () => {
    const stores = open();
    stores.heal();
    return {
      ...stores,
      ledger: ledger(stores.database),
      plane: actionPlaneStore(stores.database, new MemoryContent()),
    };
  };

  describe(`Sources ${name}`, () => {
    test('A source is put together with its event, and is changed only from the version that was read', async () => {
      const { database } = open();
      const store = sourceStore(database);
      const from = someSource();
      const change = (row = from) => ({ to: row, event: someSourceEvent(row.id) });
      const all = await Promise.all([store.put(change()), store.put(change()), store.put(change())]);
      expect(all.toSorted()).toEqual(['moved', 'moved', 'put']);
      const to = { ...from, version: 2, markings: ['pii.high'] };
      expect(await store.put({ from, ...change(to) })).toBe('put');
      expect(await store.put({ from, ...change({ ...to, markings: [] }) })).toBe('moved');
      expect(await store.find(from.id)).toEqual(to);
    });

    test('If the answer of a change to a source was lost, the retry reports it as done; if it was throttled, it fails as not done', async () => {
      const { database, failCall, failAll, heal } = open();
      const store = sourceStore(database);
      const row = someSource();
      const change = { to: row, event: someSourceEvent(row.id) };
      failCall(0, 'lost');
      expect(await store.put(change)).toBe('put');
      failAll('throttled');
      expect(await code(store.put({ ...change, from: row }))).toBe('dependency.unavailable');
      heal();
      expect(await store.find(row.id)).toEqual(row);
    });

    test('Sources are read at once and returned in the order of the requested ids, and malformed ids are not requested', async () => {
      const { database, failAll, heal } = open();
      // A source that was announced long ago and never arrived is returned as refused. So this one is announced now.
      const row = { ...someSource(), at: new Date().toISOString() };
      await sourceStore(database).put({ to: row, event: someSourceEvent(row.id) });
      const found = await sources(database, undefined, () => Date.parse(row.at)).find([
        'act-1',
        row.id,
        `src-${'0'.repeat(64)}`,
        row.id,
      ]);
      expect(found).toEqual([undefined, row, undefined, row]);
      failAll('throttled');
      expect(await sources(database).find(['act-1'])).toEqual([undefined]);
      expect(await code(sources(database).find([row.id]))).toBe('dependency.unavailable');
      heal();
    });
  });

  describe(`The ledger ${name}`, () => {
    test('If fifty equal records come at once, one is recorded, and the other forty-nine get that record', async () => {
      const { ledger, plane } = opened();
      const key = someKey();
      const action = someAction();
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => ledger.record(key, someRecord(key), staging(action))),
      );
      expect(answers.filter(({ found }) => found === 'ours')).toHaveLength(1);
      expect(answers.filter(({ found }) => found === 'earlier')).toHaveLength(49);
      const records = answers.flatMap((answer) => (answer.found === 'effect' ? [] : [canonicalJson(answer.record)]));
      expect(new Set(records).size).toBe(1);
      expect(await plane.action(action.id)).toEqual(action);
    });

    test('A record that is read again has the same bytes as when it was written', async () => {
      const { ledger } = opened();
      const key = someKey();
      const record = { ...someRecord(key), arguments: '{"a":1}' };
      expect(await ledger.record(key, record)).toEqual({ found: 'ours', record });
      expect(canonicalJson(await ledger.recall(key, record.fingerprint))).toBe(canonicalJson(record));
    });

    test.each(['null', 'false', '0', '""'])(
      'A result of %s is stored in the record and returned again',
      async (result) => {
        const { ledger } = opened();
        const key = someKey('lookup');
        await ledger.record(key, someRecord(key, { result }));
        expect(await ledger.record(key, someRecord(key))).toMatchObject({ found: 'earlier', record: { result } });
        expect((await ledger.recall(key, 'fingerprint-1'))?.result).toBe(result);
      },
    );

    test('If a record is written without result, arguments and exceptions, it has none when it is read again', async () => {
      const { ledger } = opened();
      const key = someKey('conversion');
      const { result: _result, exceptions: _exceptions, ...record } = someRecord(key);
      await ledger.record(key, record);
      expect(await ledger.recall(key, record.fingerprint)).toEqual(record);
    });

    test('If a key comes again with another fingerprint, record and recall fail with key.reused and change nothing', async () => {
      const { ledger } = opened();
      const key = someKey();
      const record = someRecord(key);
      await ledger.record(key, record);
      const other = someAction();
      expect(await code(ledger.record(key, someRecord(key, { fingerprint: 'other' }), staging(other)))).toBe(
        'key.reused',
      );
      expect(await code(ledger.recall(key, 'other'))).toBe('key.reused');
      expect(await actions(open().database).subject(other.id)).toBeUndefined();
      expect(await ledger.recall(key, record.fingerprint)).toEqual(record);
    });

    test('If a key has no record, recall returns undefined', async () => {
      expect(await opened().ledger.recall(someKey(), 'fingerprint-1')).toBeUndefined();
    });

    test('If another call has written the same effect, nothing of this call is recorded', async () => {
      const { ledger } = opened();
      const action = someAction();
      const task = someTask(action);
      const first = someKey('approval-request');
      const second = someKey('approval-request');
      await ledger.record(first, someRecord(first), { put: 'Task', row: task });
      const answer = await ledger.record(second, someRecord(second), { put: 'Task', row: { ...task, slaSeconds: 1 } });
      expect(answer).toEqual({ found: 'effect' });
      expect(await ledger.recall(second, 'fingerprint-1')).toBeUndefined();
      expect(await actionPlaneStore(open().database).task(task.id)).toEqual(task);
    });

    test('If the answer of the first write was lost, the retry recognises the record as its own', async () => {
      for (const effect of [undefined, staging()]) {
        const { ledger, failCall } = opened();
        const key = someKey();
        failCall(0, 'lost');
        const record = someRecord(key);
        expect(await ledger.record(key, record, effect)).toEqual({ found: 'ours', record });
      }
    });

    test('If a write is never answered, it fails with ledger.unanswered, and a later retry finds the record', async () => {
      const { ledger, failAll, heal } = opened();
      const key = someKey();
      const record = someRecord(key);
      failAll('unanswered');
      expect(await code(ledger.record(key, record))).toBe('ledger.unanswered');
      expect(await code(ledger.recall(key, record.fingerprint))).toBe('ledger.unanswered');
      expect(await code(ledger.note(record.event))).toBe('ledger.unanswered');
      heal();
      expect(await ledger.record(key, someRecord(key))).toEqual({ found: 'earlier', record });
    });

    test('If a write to the ledger is throttled, it fails with dependency.unavailable and nothing is recorded', async () => {
      const { ledger, failAll, heal } = opened();
      const key = someKey();
      failAll('throttled');
      expect(await code(ledger.record(key, someRecord(key), staging()))).toBe('dependency.unavailable');
      heal();
      expect(await ledger.recall(key, 'fingerprint-1')).toBeUndefined();
    });

    test('A write that conflicts once is retried, and a write that conflicts each time fails with write.conflict', async () => {
      const { ledger, failCall, failAll, heal } = opened();
      const key = someKey();
      failCall(0, 'conflict');
      expect(await ledger.record(key, someRecord(key), staging())).toMatchObject({ found: 'ours' });
      const other = someKey();
      failAll('conflict');
      expect(await code(ledger.record(other, someRecord(other), staging()))).toBe('write.conflict');
      heal();
      expect(await ledger.recall(other, 'fingerprint-1')).toBeUndefined();
    });

    test('If an attachment is over 64 KB, the attachments are stored in the content store first and are read by their hashes', async () => {
      const { database } = open();
      const content = new MemoryContent();
      const [texts, action] = [['{"amount":"1"}', `"${'x'.repeat(64 * 1024)}"`], someAction()];
      const key = someKey();
      content.away = true;
      const put = () => ledger(database, content).record(key, someRecord(key), staging(action, texts));
      expect(await code(put())).toBe('dependency.unavailable');
      expect(await actionPlaneStore(database, content).action(action.id)).toBeUndefined();
      content.away = false;
      expect(await put()).toMatchObject({ found: 'ours' });
      expect([...content.names('payloads')].sort()).toEqual(texts.map((text) => sha256(text)).sort());
      const plane = actionPlaneStore(database, content);
      for (const text of texts) expect(await plane.attachment(sha256(text))).toBe(text);
      content.tamper('payloads', sha256(texts[0] ?? ''), Buffer.from('{"amount":"9"}'));
      expect(await code(plane.attachment(sha256(texts[0] ?? '')))).toBe('replay.diverged');
    });

    test('Attachments of every size are stored with the Action and are read by their hashes', async () => {
      const { ledger, plane } = opened();
      const key = someKey();
      const texts = ['{"small":1}', JSON.stringify('ğ'.repeat(30_000))];
      await ledger.record(key, someRecord(key), staging(someAction(), texts));
      for (const text of texts) expect(await plane.attachment(sha256(text))).toBe(text);
      expect(await plane.attachment(sha256('no such'))).toBeUndefined();
      expect(await plane.action(`blob#${sha256(texts[0] ?? '')}`)).toBeUndefined();
    });

    test('An event that is noted twice is stored once, and a failed event does not change the record of an answered call', async () => {
      const { ledger, failCall } = opened();
      const key = someKey('lookup');
      const record = someRecord(key);
      await ledger.record(key, record);
      const { outcome: _outcome, ...facts } = record.event;
      failCall(1, 'lost');
      await ledger.note({ ...facts, outcome: 'failed', code: 'ledger.unanswered' });
      await ledger.note({ ...facts, outcome: 'failed', code: 'ledger.unanswered' });
      expect(await ledger.recall(key, record.fingerprint)).toEqual(record);
    });
  });

  describe(`Reads of the tables ${name}`, () => {
    test('Dispatches are returned in the order of the requested event ids, and an event without a record gives undefined', async () => {
      const { ledger, database } = opened();
      const [one, two] = [someKey('lookup'), someKey('validation')];
      const [first, second] = [someRecord(one), someRecord(two)];
      await ledger.record(one, first);
      await ledger.record(two, second);
      const refused: AuditEvent = {
        kind: 'request',
        eventId: ownEventId('lookup', newUuid()),
        at: first.event.at,
        actor: first.event.actor,
        release: 'release-1',
        outcome: 'refused',
        code: 'tool.unknown',
        subject: 'x',
      };
      await ledger.note(refused);
      // This event id has the key of the first event and another uuid. It leads to the same item, but it is another
      // event.
      const foreign = someRecord(one).event.eventId;
      const asked = [
        second.event.eventId,
        foreign,
        first.event.eventId,
        refused.eventId,
        'no event',
        second.event.eventId,
      ];
      const found = await dispatches(database).read(asked);
      expect(found).toEqual([second, undefined, first, undefined, undefined, second]);
      expect(await dispatches(database).read([])).toEqual([]);
    });

    test("The subject of an approval is the Action and the Task of the Action's current round", async () => {
      const { ledger, plane, database } = opened();
      const action = someAction();
      const key = someKey();
      await ledger.record(key, someRecord(key), staging(action));
      expect(await actions(database).subject(action.id)).toEqual({ action });
      const task = someTask(action);
      const other = someKey('approval-request');
      await ledger.record(other, someRecord(other), { put: 'Task', row: task });
      expect(await actions(database).subject(action.id)).toEqual({ action, task });
      const later = { ...action, round: 2, version: 2 };
      await plane.apply({ action: { from: action, to: later }, event: someTransition(action, later) });
      expect(await actions(database).subject(action.id)).toEqual({ action: later });
      const again = { ...someTask(later), id: taskId(action.id, 2) };
      const third = someKey('approval-request');
      await ledger.record(third, someRecord(third), { put: 'Task', row: again });
      expect(await actions(database).subject(action.id)).toEqual({ action: later, task: again });
      expect(await actions(database).subject('act-none')).toBeUndefined();
    });

    test('A run is written once, together with its event, and is found by its id', async () => {
      const { database, failCall } = opened();
      const store = runs(database);
      const run = someRun();
      const event: AuditEvent = {
        kind: 'run',
        eventId: ownEventId('runs', newUuid()),
        at: run.createdAt,
        actor: run.owner,
        runId: run.runId,
        release: run.release,
        pins: {},
        expiresAt: run.expiresAt,
      };
      failCall(0, 'lost');
      await store.open(run, event);
      expect(await store.find(run.runId)).toEqual(run);
      expect(await store.find('run-none')).toBeUndefined();
      expect(await code(store.open({ ...run, purpose: 'other' }, event))).toBe('internal');
    });

    test('The head is the bundled release until a caller that read the current version changes it', async () => {
      const { database } = opened();
      const writer = headWriter(database);
      const seen = await writer.read();
      const current = head(database, { bundled: 'bundled', maxAgeMillis: 0 });
      expect(seen).toEqual({ state: undefined, version: 0 });
      expect(await current.current()).toEqual({ release: 'bundled', withdrawn: [], suspended: [] });
      const state = { release: newUuid(), withdrawn: ['tool.a@1.0.0'], suspended: [], telemetryKey: 'k' };
      expect(await writer.write(state, seen.version)).toBe('written');
      expect(await writer.write({ ...state, release: 'late' }, seen.version)).toBe('moved');
      expect(await current.current()).toEqual(state);
    });

    test('Each change of the head, such as a release or a suspension, is written together with its events, or not at all', async () => {
      const { writer, at, events } = await headAtRest(opened().database);
      const one = { release: 'release-1', withdrawn: ['tool.a@1.0.0'], suspended: [], telemetryKey: 'secret' };
      const [old, now] = [`snap-${'1'.repeat(64)}`, `snap-${'2'.repeat(64)}`] as const;
      const moves: readonly HeadState[] = [
        one,
        { ...one, corpora: { 'corpus.a': old } },
        { ...one, corpora: { 'corpus.a': now }, withdrawn: [], suspended: ['tool.b'] },
        { ...one, corpora: { 'corpus.a': now }, withdrawn: [], suspended: [], release: 'release-2' },
        {
          ...one,
          corpora: { 'corpus.a': now },
          withdrawn: [],
          release: 'release-2',
          exports: { Claim: 'f'.repeat(64) },
        },
      ];
      for (const [i, state] of moves.entries()) expect(await writer.write(state, at + i)).toBe('written');
      expect(await writer.write({ ...one, release: 'late' }, at)).toBe('moved');
      expect(events.map((one) => [one.step, one.subject, one.snapshot, one.replaces, one.release])).toEqual([
        ['released', 'release-1', undefined, 'release-0', 'release-1'],
        ['withdrawn', 'tool.a@1.0.0', undefined, undefined, 'release-1'],
        ['published', 'corpus.a', old, undefined, 'release-1'],
        ['published', 'corpus.a', now, old, 'release-1'],
        ['reinstated', 'tool.a@1.0.0', undefined, undefined, 'release-1'],
        ['suspended', 'tool.b', undefined, undefined, 'release-1'],
        ['released', 'release-2', undefined, 'release-1', 'release-2'],
        ['resumed', 'tool.b', undefined, undefined, 'release-2'],
        ['exported', 'Claim', 'f'.repeat(64), undefined, 'release-2'],
      ]);
      expect(JSON.stringify(events)).not.toContain('secret');
    });

    test('If two callers change the head at once, one succeeds, and the other one leaves no event', async () => {
      const { writer, at, events } = await headAtRest(opened().database);
      const releases = ['release-1', 'release-2'];
      const answers = await Promise.all(
        releases.map((release) => writer.write({ release, withdrawn: [], suspended: [] }, at)),
      );
      expect(answers.toSorted()).toEqual(['moved', 'written']);
      expect(events.map(({ subject }) => subject)).toEqual([releases[answers.indexOf('written')]]);
    });

    test('If the head cannot be read, the last answer is used for less than five seconds, and then reads fail with dependency.unavailable', async () => {
      const { database, failAll, heal } = opened();
      const clock = { now: 0 };
      const current = head(database, { bundled: 'bundled', now: () => clock.now });
      const before = await current.current();
      failAll('throttled');
      clock.now = 4999;
      expect(await current.current()).toEqual(before);
      clock.now = 5000;
      expect(await code(current.current())).toBe('dependency.unavailable');
      heal();
      expect(await current.current()).toEqual(before);
    });

    test('If a read of a table is not answered, it fails with dependency.unavailable', async () => {
      const { database, plane, failAll } = opened();
      failAll('unanswered');
      expect(await code(runs(database).find('run-1'))).toBe('dependency.unavailable');
      expect(await code(actions(database).subject('act-1'))).toBe('dependency.unavailable');
      expect(await code(dispatches(database).read([ownEventId('lookup', newUuid())]))).toBe('dependency.unavailable');
      expect(await code(plane.task('task-1'))).toBe('dependency.unavailable');
    });
  });

  describe(`The Action Plane's store ${name}`, () => {
    const staged = async () => {
      const stores = opened();
      const action = someAction();
      const task = someTask(action, { queue: `queue.${newUuid()}` });
      const [one, two] = [someKey(), someKey('approval-request')];
      await stores.ledger.record(one, someRecord(one), staging(action));
      await stores.ledger.record(two, someRecord(two), { put: 'Task', row: task });
      const to = {
        action: { ...action, state: 'pending', version: 2 } as const,
        task: { ...task, state: 'open', version: 2 } as const,
      };
      return { ...stores, action, task, to, event: someTransition(action, to.action) };
    };

    test('A transition writes its rows, its Decision and its event together', async () => {
      const { plane, action, task, to, event, ledger } = await staged();
      const decision = someDecision(action);
      const moves = { action: { from: action, to: to.action }, task: { from: task, to: to.task } };
      expect(await plane.apply({ ...moves, decision, event })).toBe('applied');
      expect(await plane.action(action.id)).toEqual(to.action);
      expect(await plane.task(task.id)).toEqual(to.task);
      expect(await plane.decision(decision.id)).toEqual(decision);
      // The event is stored already. So noting it again must neither fail nor add an event.
      await ledger.note(event);
    });

    test('If a row does not have the expected version or state, the transition is answered with moved and nothing is written', async () => {
      const { plane, action, task, to, event } = await staged();
      const decision = someDecision(action);
      const elsewhere = { ...task, version: 7 };
      const moves = {
        action: { from: action, to: to.action },
        task: { from: elsewhere, to: { ...elsewhere, version: 8 } },
      };
      expect(await plane.apply({ ...moves, decision, event })).toBe('moved');
      const otherState = { ...action, state: 'approved' } as const;
      expect(await plane.apply({ action: { from: otherState, to: to.action }, event })).toBe('moved');
      expect(await plane.action(action.id)).toEqual(action);
      expect(await plane.task(task.id)).toEqual(task);
      expect(await plane.decision(decision.id)).toBeUndefined();
      expect(await plane.apply({ action: { from: action, to: to.action }, event })).toBe('applied');
    });

    test('If the Decision exists already, the transition is not applied', async () => {
      const { plane, action, to, event } = await staged();
      const decision = someDecision(action);
      const other = (await staged()).action;
      const moved = { ...other, version: 2 };
      await plane.apply({ action: { from: other, to: moved }, decision, event: someTransition(other, moved) });
      expect(await plane.apply({ action: { from: action, to: to.action }, decision, event })).toBe('moved');
      expect(await plane.action(action.id)).toEqual(action);
    });

    test('If eight transitions of one row come at once, one is applied', async () => {
      const { plane, action, to } = await staged();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          plane.apply({ action: { from: action, to: to.action }, event: someTransition(action, to.action) }),
        ),
      );
      expect(answers.filter((answer) => answer === 'applied')).toHaveLength(1);
    });

    test('If the answer of a transition was lost, the retry reports it as applied', async () => {
      const { plane, action, to, event, failCall } = await staged();
      failCall(0, 'lost');
      expect(await plane.apply({ action: { from: action, to: to.action }, event })).toBe('applied');
    });

    test('If a transition was never answered, it fails with ledger.unanswered, and the same transition succeeds later', async () => {
      const { plane, action, to, event, failAll, heal } = await staged();
      const transition = { action: { from: action, to: to.action }, event };
      failAll('unanswered');
      expect(await code(plane.apply(transition))).toBe('ledger.unanswered');
      heal();
      expect(await plane.apply(transition)).toBe('applied');
      expect(await plane.action(action.id)).toEqual(to.action);
    });

    test('If a transition does not raise the version by one, it fails with internal', async () => {
      const { plane, action, event } = await staged();
      const same = { ...action, state: 'pending' } as const;
      expect(await code(plane.apply({ action: { from: action, to: same }, event }))).toBe('internal');
      expect(await plane.action(action.id)).toEqual(action);
    });

    test('A task token is stored beside its Task, is kept through transitions, and appears in no list and no row', async () => {
      const { plane, database, action, task, to } = await staged();
      expect(await plane.token(task.id)).toBeUndefined();
      expect(await plane.storeToken(task.id, { wait: 2, attempt: 0 }, 'token-2')).toEqual(task);
      await plane.apply({ task: { from: task, to: to.task }, event: someTransition(action, to.action) });
      expect(await plane.token(task.id)).toEqual({ wait: 2, token: 'token-2' });
      expect(await plane.storeToken(task.id, { wait: 1, attempt: 0 }, 'token-1')).toEqual(to.task);
      expect(await plane.token(task.id)).toEqual({ wait: 2, token: 'token-2' });
      expect(await plane.storeToken(task.id, { wait: 2, attempt: 0 }, 'token-2-again')).toEqual(to.task);
      expect(await plane.token(task.id)).toEqual({ wait: 2, token: 'token-2-again' });
      await plane.storeToken(task.id, { wait: 2, attempt: 1 }, 'token-of-the-second-try');
      await plane.storeToken(task.id, { wait: 2, attempt: 0 }, 'token-of-the-first-try-come-late');
      expect(await plane.token(task.id)).toEqual({ wait: 2, token: 'token-of-the-second-try' });
      expect(await plane.storeToken('task-none', { wait: 1, attempt: 0 }, 'token')).toBeUndefined();
      expect(await plane.task('task-none')).toBeUndefined();
      const listed = await database.query({
        in: 'tasks',
        index: 'byQueue',
        partition: `${task.queue}#open`,
        limit: 10,
      });
      expect(listed).toHaveLength(1);
      expect(JSON.stringify([listed, await plane.task(task.id)])).not.toContain('token-2');
    });

    test('A queue lists its Tasks in the given states, the earliest deadline first', async () => {
      const { plane, ledger, action, task, to } = await staged();
      const later = someTask(someAction(), { queue: task.queue, dueAt: '2025-03-01T09:00:00.000Z' });
      const key = someKey('approval-request');
      await ledger.record(key, someRecord(key), { put: 'Task', row: later });
      expect(await plane.tasksOf(task.queue, ['requested', 'open'])).toEqual([later, task]);
      await plane.apply({ task: { from: task, to: to.task }, event: someTransition(action, to.action) });
      expect(await plane.tasksOf(task.queue, ['requested', 'open'])).toEqual([later, to.task]);
      expect(await plane.tasksOf(task.queue, ['open'])).toEqual([to.task]);
      expect(await plane.tasksOf(task.queue, ['granted'])).toEqual([]);
      expect(await plane.tasksOf('queue.none', ['open'])).toEqual([]);
    });

    test('A staged Action is listed after it has expired, and no longer after it has left the state staged', async () => {
      const { database, plane, action, to } = await staged();
      const listed = async (before: string) => {
        const rows = await plane.stagedPast({ before, after: '2025-03-04T09:59:59.999Z', limit: 1000 });
        return rows.filter(({ id }) => id === action.id);
      };
      const later = '2025-03-04T10:00:00.001Z';
      expect(await listed(action.stagedUntil)).toEqual([]);
      expect(await listed(later)).toEqual([{ id: action.id, endsAt: action.stagedUntil }]);
      await plane.apply({ action: { from: action, to: to.action }, event: someTransition(action, to.action) });
      expect(await listed(later)).toEqual([]);
      const moved = await database.get('actions', action.id);
      expect([moved?.['state'], moved?.['waits'], moved?.['endsAt']]).toEqual([to.action.state, undefined, undefined]);
    });
  });

  describe(`The audit table ${name}`, () => {
    const opens = (at: string, runId: string, more: Partial<AuditEvent> = {}): AuditEvent => {
      const { event } = someRecord(someKey('lookup'));
      return { ...event, at, runId, ...more } as AuditEvent;
    };

    test('Events of a run are returned in pages, sorted by time', async () => {
      const audit = auditTable(opened().database);
      const runId = `run-${newUuid()}`;
      const events = ['10', '11', '12', '13', '14'].map((hour) => opens(`2025-03-01T${hour}:00:00.000Z`, runId));
      for (const event of events.toReversed()) await audit.put(event);
      const first = await audit.query({ by: { run: runId }, limit: 2 });
      expect(first.events).toEqual(events.slice(0, 2));
      const second = await audit.query({ by: { run: runId }, limit: 2, cursor: first.cursor ?? '' });
      expect(second.events).toEqual(events.slice(2, 4));
      const third = await audit.query({ by: { run: runId }, limit: 2, cursor: second.cursor ?? '' });
      expect(third).toEqual({ events: events.slice(4) });
      const span = { from: '2025-03-01T11:00:00.000Z', to: '2025-03-01T13:00:00.000Z' };
      expect((await audit.query({ by: { run: runId }, ...span })).events).toEqual(events.slice(1, 3));
      expect(await audit.query({ by: { run: 'run-none' } })).toEqual({ events: [] });
    });

    test('Events are found by Action, sorted by version, and by tool, caller and day', async () => {
      const audit = auditTable(opened().database);
      const action = someAction();
      const steps = [2, 10, 11].map((actionVersion) => ({
        ...someTransition(action, { ...action, version: actionVersion }),
        // The clocks of two functions may differ. So events of one Action are sorted by version.
        at: `2025-03-01T${30 - actionVersion - 8}:00:00.000Z`,
      }));
      for (const step of steps.toReversed()) await audit.put(step);
      expect((await audit.query({ by: { action: action.id } })).events).toEqual(steps);
      const tool = `tool.${newUuid()}`;
      const day = '2019-05-06';
      const actor = { kind: 'human', id: newUuid(), name: 'someone' } as const;
      const event = opens(`${day}T10:00:00.000Z`, `run-${newUuid()}`, { tool, actor });
      await audit.put(event);
      for (const by of [{ tool }, { caller: actor.id }, { day }]) {
        const found = await audit.query({ by });
        expect(found.events.filter(({ eventId }) => eventId === event.eventId)).toEqual([event]);
      }
    });

    test('A refusal that names the run of another caller is in the audit log, but is not an event of that run', async () => {
      const audit = auditTable(opened().database);
      const runId = `run-${newUuid()}`;
      const own = opens('2025-03-01T10:00:00.000Z', runId);
      const actor = { kind: 'agent', id: newUuid(), name: 'stranger' } as const;
      const { runId: _, ...rest } = opens('2025-03-01T11:00:00.000Z', runId, { actor });
      const refused = { ...rest, outcome: 'refused', code: 'run.unknown', namesRun: runId } as AuditEvent;
      for (const event of [own, refused]) await audit.put(event);
      expect((await audit.query({ by: { run: runId } })).events).toEqual([own]);
      expect((await audit.query({ by: { caller: actor.id } })).events).toEqual([refused]);
    });

    test('An event that is delivered twice is stored once, and an answered event replaces a failed event of the same call', async () => {
      const audit = auditTable(opened().database);
      const runId = `run-${newUuid()}`;
      const answered = opens('2025-03-01T10:00:00.000Z', runId);
      const failed = { ...answered, outcome: 'failed', code: 'ledger.unanswered' } as AuditEvent;
      for (const event of [failed, answered, failed, answered]) await audit.put(event);
      expect((await audit.query({ by: { run: runId } })).events).toEqual([answered]);
    });

    test('The position that the audit log has reached never goes back', async () => {
      const audit = auditTable(opened().database);
      await audit.noteReached('2025-03-01T10:00:00.000Z');
      await audit.noteReached('2025-03-01T09:00:00.000Z');
      expect(await audit.reached()).toBe('2025-03-01T10:00:00.000Z');
    });

    test('A query of the audit table with a page size of 0, over 200 or not a whole number is refused', async () => {
      const audit = auditTable(opened().database);
      for (const limit of [0, 201, 1.5]) {
        expect(await code(audit.query({ by: { run: 'run-1' }, limit }))).toBe('request.invalid');
      }
    });
  });

  describe(`A partition of an index ${name}`, () => {
    const put = async (database: Database, shard: string, id: string): Promise<void> => {
      const item = { pk: `${shard}/${id}`, schemaVersion: 1, shard, id, row: id.repeat(4000) };
      expect(await database.write([{ put: item, in: 'objects' }])).toMatchObject({ written: true });
    };
    const pagesOf = (database: Database, partition: string) =>
      collected(database.pages({ in: 'objects', index: 'byShard', partition, attributes: ['id', 'row'] }));

    test('A partition of an index is read completely and in order, over several pages, without items of another partition', async () => {
      const { database } = opened();
      const shard = newUuid();
      const ids = Array.from({ length: 130 }, (_, i) => `id-${(i * 37) % 130}`);
      for (const id of ids) await put(database, shard, id);
      await put(database, `${shard}+`, 'other');
      const pages = await pagesOf(database, shard);
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.flat()).toEqual(ids.toSorted().map((id) => ({ id, row: id.repeat(4000) })));
      const asked = { in: 'objects', index: 'byShard', partition: shard, limit: 200 } as const;
      for (const bounds of [{}, { from: 'id' }]) {
        const listed = await database.query({ ...asked, ...bounds });
        expect(listed.map(({ id }) => id)).toEqual(ids.toSorted());
      }
      expect((await pagesOf(database, newUuid())).flat()).toEqual([]);
    });

    test('If items were added to a partition of an index, the next read contains them in their places', async () => {
      const { database } = opened();
      const shard = newUuid();
      for (const id of ['c', 'a']) await put(database, shard, id);
      expect((await pagesOf(database, shard)).flat().map(({ id }) => id)).toEqual(['a', 'c']);
      for (const id of ['d', 'b']) await put(database, shard, id);
      expect((await pagesOf(database, shard)).flat().map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    });
  });
}
