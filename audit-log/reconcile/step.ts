import type { AuditEvent } from '../../contract/audit.ts';
import { entriesOf } from '../entry-bundle.ts';
import { isWithin, ledgerSegments, type EventSpan, type LedgerEvents } from '../ledger-events.ts';
import { bundlePath, type EntryRange } from '../span.ts';
import type { LogObjects } from '../store.ts';
import { tileWidth } from '../tile-path.ts';
import { LogDamaged } from '../tree-writer.ts';
import { accessLineOf, mustHaveEvent } from './access-line.ts';
import { reconciledEntry, reconciledEvent, type ReconciledEvent } from './event-item.ts';
import { countAt, type Cursor, type Reconciliation } from './reconciliation.ts';
import { requestItem } from './request-item.ts';
import { differingRequests } from './requests.ts';

/** Reads the access log of the API's gateway. */
export interface AccessLog {
  /**
   * Returns the next page of lines, oldest first.
   * @param span epoch milliseconds. A line belongs to the span if the gateway wrote it then, after the request ended
   */
  page(
    span: EventSpan,
    after: string | undefined,
  ): Promise<{ readonly lines: readonly string[]; readonly after?: string }>;
}

export interface ReconcileSources {
  readonly objects: Pick<LogObjects, 'get'>;
  readonly ledger: LedgerEvents;
  readonly access: AccessLog | undefined;
  /** The tenant's key, from which the keys of the entries are derived. */
  readonly telemetryKey: string;
}

/**
 * Does the next step of a reconciliation, which reads at most 1 MB of the ledger, one page of the access log, or 8,192
 * entries of the log. After the last step the cursor reads nothing.
 * @throws LogDamaged if a bundle of the log is missing or malformed, and the errors of the sources. The same step can
 * then be done again
 */
export async function reconcileStep(work: Reconciliation, sources: ReconcileSources): Promise<void> {
  const { cursor } = work;
  if (cursor.reads === 'log') work.cursor = await readLog(work, cursor, sources);
  else if (cursor.reads === 'ledger') work.cursor = await readLedger(work, cursor, sources);
  else if (cursor.reads === 'access log') work.cursor = await readAccessLog(work, cursor, sources);
  else if (cursor.reads === 'access log again') work.cursor = await nameRequests(work, cursor, sources);
}

type At<R extends Cursor['reads']> = Extract<Cursor, { readonly reads: R }>;

/** The bundles of one step, which are read at the same time. */
const bundlesOfStep = 32;

async function readLog(work: Reconciliation, { range, entry }: At<'log'>, sources: ReconcileSources): Promise<Cursor> {
  const { size, ranges } = work.log;
  const { to } = ranges[range] ?? { to: 0 };
  if (entry >= to) {
    const next = ranges[range + 1];
    return next === undefined ? { reads: 'ledger', segment: 0 } : { reads: 'log', range: range + 1, entry: next.from };
  }
  const end = Math.min(to, entry + bundlesOfStep * tileWidth);
  const bundles = await Promise.all(
    bundlesBetween({ from: entry, to: end }).map((index) => mustReadBundle(sources.objects, size, index)),
  );
  for (const found of bundles.flat()) noteEntry(work, found);
  return { reads: 'log', range, entry: end };
}

const bundlesBetween = ({ from, to }: EntryRange): readonly number[] =>
  Array.from({ length: Math.ceil(to / tileWidth) - from / tileWidth }, (_, at) => from / tileWidth + at);

async function mustReadBundle(objects: Pick<LogObjects, 'get'>, size: number, index: number) {
  const path = bundlePath(size, index);
  const bytes = await objects.get(path);
  const entries = bytes && entriesOf(bytes);
  if (entries === undefined) throw new LogDamaged(`${path} is missing or malformed`);
  return entries;
}

function noteEntry(work: Reconciliation, entry: Uint8Array): void {
  const found = reconciledEntry(entry, { since: work.keyedSince });
  if (found === undefined) work.unreadable.log += 1;
  else if (isIn(work.span, found)) {
    countAt(work, 'log', found.at);
    work.events.remove(found.item);
    if (found.requestId !== undefined) work.requests.log.remove(requestItem(found.requestId));
  }
}

const isIn = ({ from, to }: EventSpan, { at }: Pick<ReconciledEvent, 'at'>): boolean => at >= from && at < to;

async function readLedger(work: Reconciliation, place: At<'ledger'>, sources: ReconcileSources): Promise<Cursor> {
  const { events, after } = await sources.ledger.page(place, work.span);
  for (const event of events) if (isWithin(event.at, work.span)) noteEvent(work, event, sources.telemetryKey);
  if (after !== undefined) return { reads: 'ledger', segment: place.segment, after };
  if (place.segment + 1 < ledgerSegments) return { reads: 'ledger', segment: place.segment + 1 };
  return work.hasAccessLog ? { reads: 'access log' } : { reads: 'nothing' };
}

function noteEvent(work: Reconciliation, event: AuditEvent, telemetryKey: string): void {
  const { item, at, requestId } = reconciledEvent(event, telemetryKey, { since: work.keyedSince });
  countAt(work, 'ledger', at);
  work.events.add(item);
  if (requestId !== undefined) work.requests.ledger.remove(requestItem(requestId));
}

/** The gateway writes a line when the request has ended, at most 30 s after it began, and the clocks may differ. */
const lineMillis = 60_000;

async function readAccessLog(
  work: Reconciliation,
  { after }: At<'access log'>,
  sources: ReconcileSources,
): Promise<Cursor> {
  const page = await mustHave(sources).page(widened(work.span), after);
  for (const text of page.lines) noteLine(work, text);
  if (page.after !== undefined) return { reads: 'access log', after: page.after };
  return differingRequests(work).all.size === 0 ? { reads: 'nothing' } : { reads: 'access log again' };
}

function noteLine(work: Reconciliation, text: string): void {
  const line = accessLineOf(text);
  if (line === undefined) work.unreadable.access += 1;
  else if (isIn(work.span, line)) {
    work.counts.access += 1;
    if (!mustHaveEvent(line)) return;
    work.requests.ledger.add(requestItem(line.requestId));
    work.requests.log.add(requestItem(line.requestId));
  }
}

/** Keeps the lines of the requests that differ, also of those whose line is just outside of the span. */
async function nameRequests(
  work: Reconciliation,
  { after }: At<'access log again'>,
  sources: ReconcileSources,
): Promise<Cursor> {
  const { all } = differingRequests(work);
  const page = await mustHave(sources).page(widened(work.span), after);
  for (const line of page.lines.flatMap((text) => accessLineOf(text) ?? [])) {
    if (!all.has(line.requestId)) continue;
    work.lines.set(line.requestId, { ...line, times: (work.lines.get(line.requestId)?.times ?? 0) + 1 });
  }
  return page.after === undefined ? { reads: 'nothing' } : { reads: 'access log again', after: page.after };
}

const widened = ({ from, to }: EventSpan): EventSpan => ({ from: from - lineMillis, to: to + lineMillis });

function mustHave({ access }: ReconcileSources): AccessLog {
  if (access === undefined) throw new Error('the reconciliation needs the access log, but none was given');
  return access;
}
