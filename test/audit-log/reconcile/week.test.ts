import { describe, expect, it } from 'vitest';
import { dueWeek } from '../../../audit-log/reconcile/week.ts';

const at = (text: string): number => Date.parse(text);
const iso = (span: ReturnType<typeof dueWeek>) =>
  span && [new Date(span.from).toISOString(), new Date(span.to).toISOString()];

describe('The week that is compared next', () => {
  // 16 November 2026 is a Monday.
  const settled = at('2026-11-16T01:00:00Z');

  it('A week from Monday to Monday is due one hour after its end, with the hour before it', () => {
    const week = ['2026-11-08T23:00:00.000Z', '2026-11-16T00:00:00.000Z'];
    expect(iso(dueWeek(undefined, { settled, now: settled }))).toEqual(week);
    expect(iso(dueWeek(at('2026-11-09T00:00:00Z'), { settled, now: settled }))).toEqual(week);
    expect(dueWeek(at('2026-11-09T00:00:00Z'), { settled: settled - 1, now: settled })).toBeUndefined();
  });

  it('A week that was compared is not due again', () => {
    expect(dueWeek(at('2026-11-16T00:00:00Z'), { settled, now: settled })).toBeUndefined();
  });

  it('If weeks were missed, the oldest of them that the ledger still has is due first', () => {
    const due = (last: string) => iso(dueWeek(at(last), { settled, now: settled }))?.[1];
    expect(due('2026-11-02T00:00:00Z')).toBe('2026-11-09T00:00:00.000Z');
    expect(due('2026-08-03T00:00:00Z')).toBe('2026-10-26T00:00:00.000Z');
  });

  it('If the log is complete only up to a time long ago, no week is due that the ledger does not have any more', () => {
    expect(dueWeek(undefined, { settled, now: settled + 40 * 86_400_000 })).toBeUndefined();
  });
});
