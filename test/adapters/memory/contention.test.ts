import { expect, test } from 'vitest';
import { MemoryDatabase } from '../../../adapters/memory/database.ts';
import { ledger } from '../../../adapters/tables/ledger.ts';
import type { Write } from '../../../adapters/tables/database.ts';
import { someAction, someAttachment, someKey, someRecord } from '../../support/rows.ts';

test('If two Actions have the same small payload, it is written outside of their transactions, so that they do not conflict', async () => {
  const database = new MemoryDatabase();
  const transactions: (readonly string[])[] = [];
  const write = database.write.bind(database);
  database.write = async (writes: readonly Write[]) => {
    if (writes.length > 1) transactions.push(writes.map((one) => ('put' in one ? String(one.put['pk']) : one.update)));
    return write(writes);
  };
  const payload = someAttachment('{"reserve":"1.00"}');
  const actions = [someAction(), someAction()];
  for (const row of actions) {
    const key = someKey();
    await ledger(database).record(key, someRecord(key), { put: 'Action', row, attachments: [payload] });
  }
  const [one, other] = transactions;
  expect([transactions.length, one?.filter((key) => other?.includes(key))]).toEqual([2, []]);
  expect(database.items('actions').filter(({ text }) => text === payload.text)).toHaveLength(1);
});
