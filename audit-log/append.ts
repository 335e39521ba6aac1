import { createHash } from 'node:crypto';
import { bundleOf } from './entry-bundle.ts';
import { emptyFrontier, grown, leafHash } from './merkle.ts';
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
  for (let round = 0; round < maxRounds; round += 1) {
    const { row: head = emptyHead, version } = await log.rows.head();
    const fresh = arrived.filter(({ sequence }) => isAfter(sequence, head.positions[shard]));
    const last = fresh.at(-1);
    if (last === undefined) return 0;
    const entries = fresh.flatMap(({ entry }) => entry ?? []);
    const batch = await putBatch(log.objects, head.frontier.size, entries);
    const next = moved(head, { shard, last, entries });
    if ((await log.rows.commit({ head: next, ...(batch && { batch }) }, version)) === 'done') return entries.length;
  }
  throw new LogContended(
    `a batch of shard ${shard} was not appended: other writers changed the head in each of ${maxRounds} attempts`,
  );
}

const emptyHead: LogHead = { frontier: emptyFrontier, positions: {} };

const isAfter = (sequence: string, position: Position | undefined): boolean =>
  position === undefined || isLaterSequence(sequence, position.sequence);

/** Puts the entries as one object under its hash. Undefined if there are no entries. */
export async function putBatch(
  objects: Pick<LogObjects, 'put'>,
  first: number,
  entries: readonly Uint8Array[],
): Promise<CommittedBatch | undefined> {
  if (entries.length === 0) return undefined;
  const bytes = bundleOf(entries);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await objects.put(batchPath(hash), bytes);
  return { first, count: entries.length, hash };
}

interface Arrived {
  readonly shard: string;
  readonly last: Position;
  readonly entries: readonly Uint8Array[];
}

function moved(head: LogHead, { shard, last: { sequence, writtenAt }, entries }: Arrived): LogHead {
  return {
    frontier: entries.reduce((frontier, entry) => grown(frontier, leafHash(entry)), head.frontier),
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
