import type { AuditEvent } from '../contract/audit.ts';
import { appendRedriven, positionIn, type Redriven } from './append-redriven.ts';
import { sealedEntries, unsealedEntries } from './committed.ts';
import { DigestSet } from './digest-set.ts';
import { eventDigest, uuidOf, viewOf } from './entry.ts';
import { eventsOfSegment, isWithin, ledgerSegments, type EventSpan, type LedgerEvents } from './ledger-events.ts';
import { entriesIn, lateMillis, type EntryRange } from './span.ts';
import type { LogHead, LogObjects, LogRows } from './store.ts';

export interface RedriveLog {
  readonly rows: LogRows;
  readonly objects: Pick<LogObjects, 'get' | 'put'>;
}

export interface RedriveOptions {
  readonly ledger: LedgerEvents;
  /**
   * Stores in the audit table an event that the log does not have, and returns the entry of the event.
   * @throws Unwritable if the event can never be written
   */
  readonly carry: (event: AuditEvent) => Promise<Uint8Array>;
  /** True if nothing may be written. */
  readonly check: boolean;
  readonly now: () => number;
  /**
   * The first segment to read. If an earlier call was stopped, it is the segment in which that call stopped.
   * @default 0
   */
  readonly from?: number;
  readonly onSegment?: (progress: Redrive & { readonly segment: number }) => Promise<void> | void;
}

/** The numbers of events that a redrive found and added so far. */
export interface Redrive {
  /** Events of the span in the ledger. */
  readonly found: number;
  /** Events that the log did not have. */
  readonly missing: number;
  /** Ids of the events that can never be written. */
  readonly unwritable: readonly string[];
}

/**
 * An event may be redriven only if the stream does not deliver it any more. One more hour allows for clocks that
 * differ.
 */
export const youngestMillis = lateMillis + 3600 * 1000;

/** Most entries that one pass holds in memory: 4 million of at most 64 bytes, which is 256 MB. */
export const maxPassEntries = 4_000_000;

/** A part of a span, with the entries of the log in which the events of this part can be. */
export interface RedrivePass {
  readonly span: EventSpan;
  readonly ranges: readonly EntryRange[];
  /** Size of the sealed log; the entries after it are in batches. */
  readonly sealed: number;
  readonly head: LogHead;
}

/** Divides a span into passes with few enough entries. Each pass reads the whole ledger. @throws LogDamaged */
export async function redrivePasses(
  { rows, objects }: RedriveLog,
  span: EventSpan,
  most = maxPassEntries,
): Promise<readonly RedrivePass[]> {
  const sealed = (await rows.sealed()).row?.size ?? 0;
  const { row: head } = await rows.head();
  if (head === undefined) return [];
  const pass = async (part: EventSpan): Promise<readonly RedrivePass[]> => {
    const ranges = await entriesIn({ objects, size: sealed, redriven: head.redriven ?? [] }, part);
    const middle = Math.floor((part.from + part.to) / 2);
    // An hour is not divided, because each pass also reads the 25 hours on both sides.
    if (countOf(ranges) <= most || part.to - part.from <= 3600 * 1000) return [{ span: part, ranges, sealed, head }];
    return [...(await pass({ from: part.from, to: middle })), ...(await pass({ from: middle, to: part.to }))];
  };
  return pass(span);
}

export const countOf = (ranges: readonly EntryRange[]): number =>
  ranges.reduce((sum, { from, to }) => sum + to - from, 0);

/**
 * Carries the events of one pass from the ledger into the log again. It appends only events that the log does not have,
 * and changes nothing that is there.
 * @throws RedriveOvertaken if another redrive appended in the meantime; a repeated call continues
 */
export async function redrive(log: RedriveLog, pass: RedrivePass, options: RedriveOptions): Promise<Redrive> {
  const present = await presentIn(log, pass);
  let position = positionIn(pass.head);
  const done = { found: 0, missing: 0, unwritable: [] as string[] };
  const pending: Redriven[] = [];
  const flush = async (): Promise<void> => {
    position = await appendRedriven(log, position, { events: pending, now: options.now() });
    pending.length = 0;
  };
  for (let segment = options.from ?? 0; segment < ledgerSegments; segment += 1) {
    for await (const page of eventsOfSegment(options.ledger, segment, pass.span)) {
      const events = page.filter(({ at }) => isWithin(at, pass.span));
      const missing = events.filter((event) => !present.has(digestOf(event)));
      done.found += events.length;
      done.missing += missing.length;
      if (options.check) continue;
      const { carried, unwritable } = await carryEach(missing, options);
      done.unwritable.push(...unwritable);
      pending.push(...carried);
      // A scan may return an event again.
      for (const event of missing) present.add(digestOf(event));
      if (pending.length >= batchEvents) await flush();
    }
    if (pending.length > 0) await flush();
    await options.onSegment?.({ ...done, segment });
  }
  return done;
}

/** Number of events that are collected before they are appended as one batch. */
const batchEvents = 500;

const digestOf = (event: AuditEvent): Uint8Array =>
  eventDigest({ uuid: uuidOf(event.eventId), ...('outcome' in event ? { outcome: event.outcome } : {}) });

/** Returns the digests of all entries in which an event of the span can be, and of all that are not sealed yet. */
async function presentIn(log: RedriveLog, { ranges, sealed, head }: RedrivePass): Promise<DigestSet> {
  const unsealed = { from: sealed, to: head.frontier.size };
  const present = new DigestSet();
  const add = (entries: readonly Uint8Array[]): void => {
    for (const entry of entries) {
      const view = viewOf(entry);
      if (view !== undefined) present.add(eventDigest(view));
    }
  };
  for (const range of ranges) for await (const entries of sealedEntries(log.objects, sealed, range)) add(entries);
  for await (const entries of unsealedEntries(log, unsealed)) add(entries);
  return present;
}

async function carryEach(
  events: readonly AuditEvent[],
  { carry }: Pick<RedriveOptions, 'carry'>,
): Promise<{ readonly carried: readonly Redriven[]; readonly unwritable: readonly string[] }> {
  const carried: Redriven[] = [];
  const unwritable: string[] = [];
  for (const event of events) {
    const entry = await carry(event).catch((error: unknown) => {
      if (!(error instanceof Unwritable)) throw error;
      return undefined;
    });
    if (entry === undefined) unwritable.push(event.eventId);
    else carried.push({ at: event.at, entry });
  }
  return { carried, unwritable };
}

/** Error: an event can never be written to the audit table or to the log. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable';
}
