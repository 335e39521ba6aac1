import { someKey, someRecord } from '../../../support/rows.ts';
import { codeOf, opener, type OpenStores, staging } from '../under-test.ts';
import { describe, expect, test } from 'vitest';

export function ledgerFaultLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
  describe(`The ledger ${name}`, () => {
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
      expect(await codeOf(ledger.record(key, record))).toBe('ledger.unanswered');
      expect(await codeOf(ledger.recall(key, record.fingerprint))).toBe('ledger.unanswered');
      expect(await codeOf(ledger.note(record.event))).toBe('ledger.unanswered');
      heal();
      expect(await ledger.record(key, someRecord(key))).toEqual({ found: 'earlier', record });
    });

    test('If a write to the ledger is throttled, it fails with dependency.unavailable and nothing is recorded', async () => {
      const { ledger, failAll, heal } = opened();
      const key = someKey();
      failAll('throttled');
      expect(await codeOf(ledger.record(key, someRecord(key), staging()))).toBe('dependency.unavailable');
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
      expect(await codeOf(ledger.record(other, someRecord(other), staging()))).toBe('write.conflict');
      heal();
      expect(await ledger.recall(other, 'fingerprint-1')).toBeUndefined();
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
}
