import type { Item, Write } from '../../adapters/tables/database.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import type { ContentArea } from '../../contract/rows/content.ts';
import type { Hash } from '../../contract/values/canonical.ts';

/** An object of the content store. */
export interface KeptObject {
  readonly area: ContentArea;
  readonly name: Hash;
}

/** Everything that an erasure replaces. What was erased before is not in it. */
export interface KeptValues {
  /** Items of the ledger that still have values or hashes of values. */
  readonly records: readonly Item[];
  /** Writes that remove values from rows. */
  readonly rows: readonly Write[];
  readonly objects: readonly KeptObject[];
  /** Events of the audit table that have the subject of the run. */
  readonly events: readonly AuditEvent[];
  /** Reasons why nothing may be erased yet. */
  readonly blocked: readonly string[];
  /** Other things that hold values and need an erasure of their own. */
  readonly beside: readonly string[];
}

export const noValues: KeptValues = { records: [], rows: [], objects: [], events: [], blocked: [], beside: [] };

export const joinValues = (all: readonly KeptValues[]): KeptValues => ({
  records: all.flatMap(({ records }) => records),
  rows: all.flatMap(({ rows }) => rows),
  objects: [...new Map(all.flatMap(({ objects }) => objects).map((one) => [`${one.area}/${one.name}`, one])).values()],
  events: all.flatMap(({ events }) => events),
  blocked: all.flatMap(({ blocked }) => blocked),
  beside: all.flatMap(({ beside }) => beside),
});

export const isNothing = ({ records, rows, objects, events }: KeptValues): boolean =>
  records.length + rows.length + objects.length + events.length === 0;
