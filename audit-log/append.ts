import { createHash } from 'node:crypto';
import { bundleOf } from './entry-bundle.ts';
import { emptyFrontier, grownBy, leafHash, type Frontier, type NodeHash } from './merkle.ts';
import {
  batchPath,
  isLaterSequence,
  redriveShard,
  type CommittedBatch,
  type LogHead,
  type LogObjects,
  type LogRows,
  type Position,
} from './store.ts';

/** A record of the ledger's stream, with its entry. Absent if the record has no event that the log can hold. */
export interface ArrivedEvent extends Position {
  readonly entry?: Uint8Array;
}

/** Error: other writers changed the head in each attempt. Even 64 writers at the same time do not cause this error. */
export class LogContended extends Error {
  override readonly name = 'LogContended';
}

/**
 * The most attempts. Each attempt reads the head again. With 64 writers at the same time, a writer succeeds within 64
 * attempts.
 */
const maxRounds = 200;

/**
 * Appends those records of one shard that the log does not have yet, in their order. Returns how many it appended. It
 * first puts the batch under its hash. Then one transaction changes positions, size and peaks. If the function crashes
 * between these steps, only an object that no row names is left behind. Records at or before the shard's position are
 * already in the log, so a repeated delivery appends nothing.
 * @throws LogContended if other writers changed the head in each attempt; nothing was appended
 */
export async function append(
  log: { readonly rows: LogRows; readonly objects: Pick<LogObjects, 'put'> },
  shard: string,
  arrived: readonly ArrivedEvent[],
): Promise<number> {
  let put: { readonly records: number; readonly batch: PutBatch | undefined } | undefined;
  for (let round = 0; round < maxRounds; round += 1) {
    const { row: head = emptyHead, version } = await log.rows.head();
    const fresh = arrived.filter(({ sequence }) => isAfter(sequence, head.positions[shard]));
    const last = fresh.at(-1);
    if (last === undefined) return 0;
    // The same number of records at the end of `arrived` is the same batch, so its object is already there.
    if (put?.records !== fresh.length)
      put = { records: fresh.length, batch: await putBatch(log.objects, entriesIn(fresh)) };
    const { batch } = put;
    const next = moved(head, { shard, last, batch });
    if ((await log.rows.commit({ head: next, ...(batch && placed(batch, head.frontier)) }, version)) === 'done')
      return batch?.count ?? 0;
  }
  throw new LogContended(
    `a batch of shard ${shard} was not appended: other writers changed the head in each of ${maxRounds} attempts`,
  );
}

const emptyHead: LogHead = { frontier: emptyFrontier, positions: {} };

const isAfter = (sequence: string, position: Position | undefined): boolean =>
  position === undefined || isLaterSequence(sequence, position.sequence);

const entriesIn = (records: readonly ArrivedEvent[]): readonly Uint8Array[] =>
  records.flatMap(({ entry }) => entry ?? []);

/** A batch whose object is in the log. Its place in the tree is not known before the commit. */
export interface PutBatch extends Omit<CommittedBatch, 'first'> {
  /** The hashes of its entries in the tree. */
  readonly leaves: readonly NodeHash[];
}

/** Puts the entries as one object under its hash. Undefined if there are no entries. */
export async function putBatch(
  objects: Pick<LogObjects, 'put'>,
  entries: readonly Uint8Array[],
): Promise<PutBatch | undefined> {
  if (entries.length === 0) return undefined;
  const bytes = bundleOf(entries);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await objects.put(batchPath(hash), bytes);
  return { count: entries.length, hash, leaves: entries.map(leafHash) };
}

/** Returns the row of a batch that begins at the end of this tree. */
export const placed = ({ count, hash }: PutBatch, { size }: Frontier): { readonly batch: CommittedBatch } => ({
  batch: { first: size, count, hash },
});

interface Arrived {
  readonly shard: string;
  readonly last: Position;
  readonly batch: PutBatch | undefined;
}

function moved(head: LogHead, { shard, last: { sequence, writtenAt }, batch }: Arrived): LogHead {
  return {
    frontier: grownBy(head.frontier, batch?.leaves ?? []),
    positions: { ...recent(head.positions, writtenAt), [shard]: { sequence, writtenAt } },
    ...(head.redriven && { redriven: head.redriven }),
  };
}

/**
 * How long a shard's position is kept. The stream keeps a record for one day, so it cannot deliver older records again.
 */
const forgottenAfterMillis = 48 * 3600 * 1000;

function recent(positions: LogHead['positions'], now: string): LogHead['positions'] {
  const since = Date.parse(now) - forgottenAfterMillis;
  return Object.fromEntries(
    Object.entries(positions).filter(
      ([shard, { writtenAt }]) => shard === redriveShard || Date.parse(writtenAt) >= since,
    ),
  );
}
