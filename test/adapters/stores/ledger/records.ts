import { actionPlaneStore } from '../../../../adapters/tables/action-plane-store.ts';
import { actions } from '../../../../adapters/tables/actions.ts';
import { canonicalJson } from '../../../../contract/values/canonical.ts';
import { someAction, someKey, someRecord, someTask } from '../../../support/rows.ts';
import { codeOf, opener, type OpenStores, staging } from '../under-test.ts';
import { describe, expect, test } from 'vitest';

export function recordLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
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

    test('If a record is written without result, arguments and exceptions, the record that is read again has no such members', async () => {
      const { ledger } = opened();
      const key = someKey('conversion');
      const { result: _result, exceptions: _exceptions, ...record } = someRecord(key);
      await ledger.record(key, record);
      expect(await ledger.recall(key, record.fingerprint)).toEqual(record);
    });

    test('If a key comes again with another fingerprint, `record` and `recall` fail with key.reused and change nothing', async () => {
      const { ledger } = opened();
      const key = someKey();
      const record = someRecord(key);
      await ledger.record(key, record);
      const other = someAction();
      expect(await codeOf(ledger.record(key, someRecord(key, { fingerprint: 'other' }), staging(other)))).toBe(
        'key.reused',
      );
      expect(await codeOf(ledger.recall(key, 'other'))).toBe('key.reused');
      expect(await actions(open().database).subject(other.id)).toBeUndefined();
      expect(await ledger.recall(key, record.fingerprint)).toEqual(record);
    });

    test('If a key has no record, `recall` returns undefined', async () => {
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
  });
}
