import { describe, expect, it } from 'vitest';
import type { TaskRow } from '../../console/api/answers.ts';
import { byTimeLeft, matching } from '../../console/inbox/tasks.ts';

const row = (id: string, more: Partial<TaskRow> = {}): TaskRow => ({
  id,
  state: 'open',
  version: 1,
  round: 1,
  queue: 'claims',
  quorum: 1,
  grants: 0,
  requestedAt: '2026-11-01T08:00:00.000Z',
  slaSeconds: 3600,
  dueAt: '2026-11-01T09:00:00.000Z',
  digest: 'd',
  readable: true,
  ...more,
});
const ids = (rows: readonly TaskRow[]): readonly string[] => rows.map(({ id }) => id);

describe('The list of the inbox', () => {
  it('The Task with the least time left is first, and of two with the same deadline the older one', () => {
    const later = row('later', { dueAt: '2026-11-01T10:00:00.000Z' });
    const younger = row('younger', { requestedAt: '2026-11-01T08:30:00.000Z' });
    expect(ids(byTimeLeft([later, younger, row('older')]))).toEqual(['older', 'younger', 'later']);
  });

  it.each([
    ['clm-77', ['claim']],
    ['RESERVE', ['reserve']],
    ['ISTANBUL', ['dotted']],
    ['ıstanbul', ['dotted']],
    ['reserve clm-77', []],
    ['', ['claim', 'reserve', 'dotted']],
  ])('A search for `%s` shows the Tasks %j', (search, shown) => {
    const tasks = [
      row('claim', { target: { sor: 'sor.policy-admin', resource: 'claims', ref: 'CLM-77' } }),
      row('reserve', { title: 'Change the reserve' }),
      row('dotted', { title: 'İstanbul' }),
    ];
    expect(ids(matching(tasks, { queue: '', search }))).toEqual(shown);
  });

  it('If a queue is chosen, only its Tasks are shown', () => {
    const tasks = [row('one'), row('other', { queue: 'payments' })];
    expect(ids(matching(tasks, { queue: 'payments', search: '' }))).toEqual(['other']);
  });
});
