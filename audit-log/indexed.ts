import type { LogHead } from './store.ts';

/** How far one shard of the ledger's stream is known to be in the log. */
export interface ShardProgress {
  /** Sequence number of the last record that was found to hold no event, so nobody appends it. */
  readonly through?: string;
  /** Time at which the last probe found no record that is not appended yet; ISO 8601, UTC. */
  readonly emptyAt?: string;
  /** Every event that the shard got before this instant is in the log; ISO 8601, UTC. Absent before it is known. */
  readonly until?: string;
}

/** The row with the last probe of all shards that the stream names. */
export interface Indexed {
  /** Shards by id. A closed shard leaves when it is fully read. */
  readonly shards: Readonly<Record<string, ShardProgress>>;
  /** The latest instant that an earlier probe reached for all shards; it never goes back. */
  readonly until?: string;
}

/**
 * Returns the instant up to which the ledger's events are in the log, by the ledger's write time (ISO 8601, UTC): the
 * minimum over all shards. Undefined if it is not known yet. The margin for writes under way is not subtracted.
 */
export function indexedBefore({ shards, until }: Indexed, positions: LogHead['positions']): string | undefined {
  const reached = Object.entries(shards).map(([id, shard]) => latest([shard.until, positions[id]?.writtenAt]));
  const known = reached.filter((instant) => instant !== undefined);
  // A new shard without any result must not move the minimum, because its events may be older than the events of the
  // other shards.
  if (known.length < reached.length || known.length === 0) return until;
  return latest([until, known.toSorted()[0]]);
}

/** Returns the latest of these instants. All have the same ISO 8601 form, so they sort as text. */
export const latest = (instants: readonly (string | undefined)[]): string | undefined =>
  instants
    .filter((instant) => instant !== undefined)
    .toSorted()
    .at(-1);

/**
 * Returns the instant less the margin. All events before the returned instant have arrived: a function may write an event
 * until the function ends, and the stream and the indexes of the audit table follow a few seconds later.
 */
export const lessMargin = (instant: string, marginMillis: number): string =>
  new Date(Date.parse(instant) - marginMillis).toISOString();
