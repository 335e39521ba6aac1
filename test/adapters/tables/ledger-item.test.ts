import { expect, test } from 'vitest';
import { eventItem, recordItem } from '../../../adapters/tables/ledger-item.ts';
import { someAction, someKey, someRecord, someTransition } from '../../support/rows.ts';

const seconds = (at: string): number => Math.floor(Date.parse(at) / 1000);
const days = 24 * 3600;

test('A ledger item without an effect is kept for 30 days, so that the audit log can be repaired from it', () => {
  const key = someKey();
  const record = someRecord(key);
  expect(recordItem(key, record, undefined)['ttl']).toBe(seconds(record.event.at) + 30 * days);
  expect(eventItem(record.event)['ttl']).toBe(seconds(record.event.at) + 30 * days);
});

test('The record of a call with an effect is kept forever, and so is the event of a transition', () => {
  const key = someKey();
  const row = someAction();
  expect(recordItem(key, someRecord(key), { put: 'Action', row, attachments: [] })).not.toHaveProperty('ttl');
  expect(eventItem(someTransition(row, { ...row, version: row.version + 1 }))).not.toHaveProperty('ttl');
});
