import { indexedBefore, latest, type ShardProgress } from './indexed.ts';
import { isLaterSequence, type LogHead, type LogRows } from './store.ts';

/** A shard of the ledger's stream, as DescribeStream names it. */
export interface StreamShard {
  readonly id: string;
  readonly parent?: string;
  /** True if the shard gets no more records. */
  readonly closed: boolean;
}

export interface StreamRecord {
  readonly sequence: string;
  /** Time at which the ledger stored the record; ISO 8601, UTC, whole seconds. */
  readonly writtenAt: string;
  /** True if the stream delivers the record to the log. The removal of an expired item is not delivered. */
  readonly isDelivered: boolean;
}

/** Reads the ledger's stream. */
export interface LedgerStream {
  /** Returns all shards that the stream names. */
  shards(): Promise<readonly StreamShard[]>;
  /**
   * Returns the records of a shard after a sequence number, in pages, oldest first. The pages end after the last record
   * of a closed shard, and never before. If the stream no longer keeps that sequence number, they begin with the oldest
   * record.
   */
  after(shard: string, sequence: string | undefined): AsyncIterable<readonly StreamRecord[]>;
}

export interface Probing {
  readonly rows: Pick<LogRows, 'head' | 'indexed' | 'noteIndexed'>;
  readonly stream: LedgerStream;
  readonly now: () => number;
}

/**
 * Finds out how far each shard of the stream is in the log, and stores the result. If this probe and an earlier one
 * find a shard empty, the log has everything that the shard got before the earlier probe. A closed shard is left out as
 * soon as all its records are in the log and the stream names the shard that follows it.
 */
export async function noteShards({ rows, stream, now }: Probing): Promise<void> {
  const { row: before, version } = await rows.indexed();
  const named = await stream.shards();
  const parents = new Set(named.map(({ parent }) => parent));
  const { row: head } = await rows.head();
  const shards: Record<string, ShardProgress> = {};
  for (const { id, closed } of named) {
    const earlier = before?.shards[id] ?? {};
    const found = await probed(stream, { id, earlier, position: head?.positions[id] }, now);
    if (closed && found.isRead && parents.has(id)) continue;
    shards[id] = found.progress;
  }
  // A new shard, about which nothing is known yet, must not take back what was known before.
  const positions = head?.positions ?? {};
  const until = latest([before && indexedBefore(before, positions), indexedBefore({ shards }, positions)]);
  // If another probe was stored in the meantime, this result is not needed.
  await rows.noteIndexed({ shards, ...(until === undefined ? {} : { until }) }, version);
}

/** Limit of pages of one probe. A page has at most 1,000 records. If the limit is reached, the next probe continues. */
const maxPages = 8;

interface Probed {
  readonly id: string;
  readonly earlier: ShardProgress;
  readonly position: LogHead['positions'][string] | undefined;
}

async function probed(
  stream: LedgerStream,
  { id, earlier, position }: Probed,
  now: () => number,
): Promise<{ readonly progress: ShardProgress; readonly isRead: boolean }> {
  const from = laterOf(position?.sequence, earlier.through);
  const began = new Date(now()).toISOString();
  const { waiting, skipped, isEmpty, isRead } = await unread(stream, id, from);
  const through = skipped?.sequence ?? earlier.through;
  const until = latest([
    earlier.until,
    position?.writtenAt,
    // All records before the first waiting record are in the log or have no event for it. If no record waits, this is
    // true for all records up to the last skipped one.
    waiting?.writtenAt ?? skipped?.writtenAt,
    isEmpty ? earlier.emptyAt : undefined,
  ]);
  const progress = {
    ...(through === undefined ? {} : { through }),
    // After its end, a shard says nothing about later writes. They are in the shard that follows it.
    ...(isEmpty && !isRead ? { emptyAt: began } : {}),
    ...(until === undefined ? {} : { until }),
  };
  return { progress, isRead };
}

interface Unread {
  /** The first record that is delivered to the log and is not appended yet. */
  readonly waiting?: StreamRecord;
  /** The last record before the waiting one that has no event for the log. */
  readonly skipped?: StreamRecord;
  /** True if no record waits: the last page was empty, or the shard has ended. */
  readonly isEmpty: boolean;
  /** True if the shard has ended and no record waits. */
  readonly isRead: boolean;
}

async function unread(stream: LedgerStream, id: string, from: string | undefined): Promise<Unread> {
  let skipped: StreamRecord | undefined;
  let pages = 0;
  for await (const page of stream.after(id, from)) {
    for (const record of page) {
      if (from !== undefined && !isLaterSequence(record.sequence, from)) continue;
      if (record.isDelivered) return { waiting: record, ...(skipped && { skipped }), isEmpty: false, isRead: false };
      skipped = record;
    }
    pages += 1;
    if (page.length === 0 || pages === maxPages)
      return { ...(skipped && { skipped }), isEmpty: page.length === 0, isRead: false };
  }
  return { ...(skipped && { skipped }), isEmpty: true, isRead: true };
}

const laterOf = (one: string | undefined, other: string | undefined): string | undefined => {
  if (one === undefined || other === undefined) return one ?? other;
  return isLaterSequence(one, other) ? one : other;
};
