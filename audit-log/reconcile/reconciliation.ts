import type { EventSpan, LedgerPlace } from '../ledger-events.ts';
import { entriesIn, type EntryRange } from '../span.ts';
import type { LogObjects, LogRows } from '../store.ts';
import type { NamedLine } from './access-line.ts';
import { DifferenceSketch, type SketchShape } from './difference-sketch.ts';
import { eventItemBytes } from './event-item.ts';
import { requestItemBytes } from './request-item.ts';

/**
 * The next step of a reconciliation: it reads the log, then the ledger, then the access log. If requests differ, it reads
 * the access log again to name them.
 */
export type Cursor =
  | { readonly reads: 'log'; readonly range: number; readonly entry: number }
  | ({ readonly reads: 'ledger' } & LedgerPlace)
  | { readonly reads: 'access log'; readonly after?: string }
  | { readonly reads: 'access log again'; readonly after?: string }
  | { readonly reads: 'nothing' };

/** The compared records: events of the ledger, entries of the log, and lines of the access log. Each is counted. */
export type ReconciledRecord = 'ledger' | 'log' | 'access';

/** A comparison of the ledger, the log and the access log in a span of time. It stops and continues after any step. */
export interface Reconciliation {
  readonly span: EventSpan;
  /** A random text for the sketches. */
  readonly salt: string;
  /** From when on the keyed hashes of an event can be computed again; epoch milliseconds. */
  readonly keyedSince: number;
  /** The size of the sealed log at the beginning, and the entries in which the events of the span are. */
  readonly log: { readonly size: number; readonly ranges: readonly EntryRange[] };
  /** False if the deployment has no access log. */
  readonly hasAccessLog: boolean;
  cursor: Cursor;
  readonly counts: Record<ReconciledRecord, number>;
  /** The numbers of entries and lines whose format this build does not know. */
  readonly unreadable: { log: number; access: number };
  /** For each hour of the span, the numbers of events in the ledger and of entries in the log. */
  readonly hours: Map<number, { ledger: number; log: number }>;
  /** The events of the ledger less the entries of the log. */
  readonly events: DifferenceSketch;
  /** The requests in the access log less those in the events of the ledger, and less those in the entries of the log. */
  readonly requests: { readonly ledger: DifferenceSketch; readonly log: DifferenceSketch };
  /** The lines of the requests that differ, by request id, each with the number of times that the access log has it. */
  readonly lines: Map<string, NamedLine>;
}

/** The sketch of the events can name about 250 differences, those of the requests about 125 each. */
const cells = { events: 512, requests: 256 } as const;

const shapes = (salt: string): { readonly events: SketchShape; readonly requests: SketchShape } => ({
  events: { salt, cells: cells.events, itemBytes: eventItemBytes },
  requests: { salt, cells: cells.requests, itemBytes: requestItemBytes },
});

export interface Beginning {
  readonly salt: string;
  readonly keyedSince: number;
  readonly hasAccessLog: boolean;
}

/**
 * Begins the reconciliation of a span whose events are all sealed.
 * @param given `salt` is a new random text
 * @throws LogDamaged if a bundle of the log is missing or malformed
 */
export async function beginReconciliation(
  { rows, objects }: { readonly rows: Pick<LogRows, 'sealed' | 'head'>; readonly objects: Pick<LogObjects, 'get'> },
  span: EventSpan,
  given: Beginning,
): Promise<Reconciliation> {
  const size = (await rows.sealed()).row?.size ?? 0;
  const redriven = (await rows.head()).row?.redriven ?? [];
  const ranges = size === 0 ? [] : await entriesIn({ objects, size, redriven }, span);
  return {
    span,
    ...given,
    log: { size, ranges },
    cursor: { reads: 'log', range: 0, entry: ranges[0]?.from ?? 0 },
    counts: { ledger: 0, log: 0, access: 0 },
    unreadable: { log: 0, access: 0 },
    hours: new Map(),
    ...emptySketches(given.salt),
    lines: new Map(),
  };
}

function emptySketches(salt: string): Pick<Reconciliation, 'events' | 'requests'> {
  const of = shapes(salt);
  return {
    events: new DifferenceSketch(of.events),
    requests: { ledger: new DifferenceSketch(of.requests), log: new DifferenceSketch(of.requests) },
  };
}

const hourMillis = 3600 * 1000;

/** Counts an event of the ledger or an entry of the log in the hour of its time. */
export function countAt({ counts, hours }: Reconciliation, side: 'ledger' | 'log', at: number): void {
  counts[side] += 1;
  const hour = Math.floor(at / hourMillis) * hourMillis;
  const tally = hours.get(hour) ?? { ledger: 0, log: 0 };
  tally[side] += 1;
  hours.set(hour, tally);
}

/** The form in which a reconciliation is kept between two of its steps. */
export interface KeptReconciliation {
  readonly work: Omit<Reconciliation, 'hours' | 'events' | 'requests' | 'lines'>;
  readonly hours: readonly (readonly [hour: number, ledger: number, log: number])[];
  readonly events: string;
  readonly requests: { readonly ledger: string; readonly log: string };
  readonly lines: readonly NamedLine[];
}

export const keptReconciliation = ({
  hours,
  events,
  requests,
  lines,
  ...work
}: Reconciliation): KeptReconciliation => ({
  work,
  hours: [...hours].map(([hour, { ledger, log }]) => [hour, ledger, log] as const),
  events: events.toText(),
  requests: { ledger: requests.ledger.toText(), log: requests.log.toText() },
  lines: [...lines.values()],
});

export function reconciliationOf({ work, hours, events, requests, lines }: KeptReconciliation): Reconciliation {
  const of = shapes(work.salt);
  return {
    ...work,
    counts: { ...work.counts },
    unreadable: { ...work.unreadable },
    hours: new Map(hours.map(([hour, ledger, log]) => [hour, { ledger, log }])),
    events: new DifferenceSketch(of.events, events),
    requests: {
      ledger: new DifferenceSketch(of.requests, requests.ledger),
      log: new DifferenceSketch(of.requests, requests.log),
    },
    lines: new Map(lines.map((line) => [line.requestId, line])),
  };
}
