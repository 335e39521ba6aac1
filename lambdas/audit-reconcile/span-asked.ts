import * as z from 'zod';
import type { EventSpan } from '../../audit-log/ledger-events.ts';
import { oldestMillis } from '../../audit-log/reconcile/week.ts';

const asked = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });

/** Returns the span that a caller of the function asks for. Undefined for a call by the schedule, which names none. */
export function spanAsked(event: unknown): EventSpan | undefined {
  const { from, to } = asked.safeParse(event).data ?? {};
  return from === undefined || to === undefined ? undefined : { from: Date.parse(from), to: Date.parse(to) };
}

/** Times as epoch milliseconds: everything that the ledger stored before `settled` is sealed. */
export interface Comparable {
  readonly settled: number | undefined;
  readonly now: number;
}

/** Returns why the span cannot be compared, or undefined. */
export function spanProblem({ from, to }: EventSpan, { settled, now }: Comparable): string | undefined {
  if (from >= to) return 'its beginning must be before its end';
  if (settled === undefined) return 'it is not known yet up to when the log is complete. Try again in some minutes';
  if (to > settled)
    return `the log is complete up to ${iso(settled)}. Use this instant or an earlier one as the end of the span`;
  if (from < now - oldestMillis)
    return `the ledger deletes events without an effect after 30 days. Begin the span at ${iso(now - oldestMillis)} or later`;
  return undefined;
}

const iso = (millis: number): string => new Date(millis).toISOString();
