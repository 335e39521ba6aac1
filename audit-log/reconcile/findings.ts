import type { ReconciliationFindings } from '../../contract/audit.ts';
import type { EventSpan } from '../ledger-events.ts';
import { isUnknownOutcome, type NamedLine } from './access-line.ts';
import type { SketchDifference } from './difference-sketch.ts';
import { eventNameOf, type EventName } from './event-item.ts';
import type { Reconciliation } from './reconciliation.ts';
import { differingRequests } from './requests.ts';

/** A request that left no event. */
export interface SilentRequest {
  readonly requestId: string;
  /** The line of the request. Absent if the access log did not return the line a second time. */
  readonly line?: { readonly at: string; readonly route: string; readonly status: number };
}

/** An hour in which the ledger and the log have different numbers of events. */
export interface UnequalHour {
  /** The beginning of the hour; ISO 8601, UTC. */
  readonly hour: string;
  readonly ledger: number;
  readonly log: number;
}

/** The result of a reconciliation. */
export interface Reconciled {
  /** ISO 8601, UTC: `from` inclusive, `to` exclusive. */
  readonly from: string;
  readonly to: string;
  /** The numbers of events in the ledger, of entries in the log, and of lines in the access log. */
  readonly counts: { readonly ledger: number; readonly log: number; readonly access?: number };
  /** Events of the ledger that the log does not have. */
  readonly missing: readonly EventName[];
  /** Entries that the ledger does not have, or that the log has once more than the ledger. */
  readonly extra: readonly EventName[];
  /** Events whose entry differs from the ledger. */
  readonly different: readonly EventName[];
  /** Requests in the access log that have no event in the ledger. */
  readonly withoutEvent: readonly SilentRequest[];
  /** Requests in the access log that have an event in the ledger, but no entry in the log. */
  readonly withoutEntry: readonly SilentRequest[];
  /** Ids of requests that have an event but no line in the access log. */
  readonly withoutLine: readonly string[];
  /** Entries and lines whose format this build does not know. */
  readonly unreadable: { readonly log: number; readonly access: number };
  /** True if more differs than the lists above can name. Then the lists may be empty. */
  readonly hasMore: { readonly events: boolean; readonly requests: boolean };
  readonly unequalHours: readonly UnequalHour[];
}

/** Returns the result of a reconciliation that has done its last step. */
export function reconciledOf(work: Reconciliation): Reconciled {
  const { span, counts, hasAccessLog, unreadable } = work;
  const difference = work.events.difference();
  const requests = differingRequests(work);
  return {
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    counts: { ledger: counts.ledger, log: counts.log, ...(hasAccessLog ? { access: counts.access } : {}) },
    ...differingEvents(difference),
    ...(hasAccessLog ? unexplained(work, requests) : noRequests),
    unreadable,
    hasMore: { events: !difference.isComplete, requests: hasAccessLog && !requests.isComplete },
    unequalHours: unequalHours(work),
  };
}

const noRequests = { withoutEvent: [], withoutEntry: [], withoutLine: [] } as const;

/** Returns the numbers of the findings. */
export const countedFindings = (found: Reconciled): ReconciliationFindings => ({
  missing: found.missing.length,
  extra: found.extra.length,
  different: found.different.length,
  withoutEvent: found.withoutEvent.length,
  withoutEntry: found.withoutEntry.length,
  withoutLine: found.withoutLine.length,
  unreadable: found.unreadable.log + found.unreadable.access,
  more: found.hasMore.events || found.hasMore.requests ? 1 : 0,
});

/** Returns the sum of the findings. It is 0 if everything is equal. */
export const findingsIn = (found: Reconciled): number =>
  Object.values(countedFindings(found)).reduce((sum: number, count: number) => sum + count, 0);

/** Names the events that differ. An event that is in both sets with another content is named once. */
function differingEvents({ added, removed }: SketchDifference): Pick<Reconciled, 'missing' | 'extra' | 'different'> {
  const [inLedger, inLog] = [added.map(eventNameOf), removed.map(eventNameOf)];
  const keys = (names: readonly EventName[]): ReadonlySet<string> => new Set(names.map(keyOf));
  const [ledgerKeys, logKeys] = [keys(inLedger), keys(inLog)];
  return {
    missing: inOrder(inLedger.filter((name) => !logKeys.has(keyOf(name)))),
    extra: inOrder(inLog.filter((name) => !ledgerKeys.has(keyOf(name)))),
    different: inOrder(inLedger.filter((name) => logKeys.has(keyOf(name)))),
  };
}

const keyOf = ({ uuid, outcome = '' }: EventName): string => `${uuid} ${outcome}`;

const inOrder = <T extends { readonly at: string }>(all: readonly T[]): readonly T[] =>
  all.toSorted((a, b) => (a.at < b.at ? -1 : 1));

/**
 * A request that begins at the end of the span may leave its event after the span. The next reconciliation judges it,
 * because its span begins earlier.
 */
const edgeMillis = 30_000;

function unexplained(
  { span, lines }: Reconciliation,
  { withoutEvent, withoutLine }: ReturnType<typeof differingRequests>,
): Pick<Reconciled, 'withoutEvent' | 'withoutEntry' | 'withoutLine'> {
  const judged = (ids: Iterable<string>): readonly SilentRequest[] =>
    [...ids]
      .filter((id) => isFinding(lines.get(id), span))
      .map((id) => silent(id, lines.get(id)))
      .toSorted(byTime);
  return {
    withoutEvent: judged(withoutEvent.ledger),
    withoutEntry: judged([...withoutEvent.log].filter((id) => !withoutEvent.ledger.has(id))),
    withoutLine: [...withoutLine].filter((id) => !lines.has(id)).toSorted(),
  };
}

/** Returns false if the request explains itself: its outcome is unknown, its event is later, or its line is there twice. */
const isFinding = (line: NamedLine | undefined, { to }: EventSpan): boolean =>
  line === undefined || !(isUnknownOutcome(line) || line.at >= to - edgeMillis || line.times > 1);

const silent = (requestId: string, line: NamedLine | undefined): SilentRequest => ({
  requestId,
  ...(line && { line: { at: new Date(line.at).toISOString(), route: line.route, status: line.status } }),
});

const byTime = (a: SilentRequest, b: SilentRequest): number => ((a.line?.at ?? '') < (b.line?.at ?? '') ? -1 : 1);

const unequalHours = ({ hours }: Reconciliation): readonly UnequalHour[] =>
  [...hours]
    .filter(([, { ledger, log }]) => ledger !== log)
    .toSorted(([a], [b]) => a - b)
    .map(([hour, tally]) => ({ hour: new Date(hour).toISOString(), ...tally }));
