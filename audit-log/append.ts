import { createHash } from 'node:crypto';
import { bundleOf } from './entry-bundle.ts';
import { emptyFrontier, grown, leafHash } from './merkle.ts';
import { batchPath, type LogHead, type LogObjects, type LogRows, type Position } from './store.ts';

/** An entry with its position in the ledger's stream. */
export interface ArrivedEvent extends Position {
  readonly entry: Uint8Array;
}

/** Error: other writers changed the head in each attempt, which even 64 writers at the same time cannot cause. */
export class LogContended extends Error {
  override readonly name = 'LogContended';
}

/**
 * Limit of attempts. Each attempt reads the head again; with 64 writers at the same time, a writer succeeds within 64
 * attempts.
 */
const maxRounds = 200;

/**
 * Appends those records of one shard that the log does not have yet, in their order. Returns how many it appended. It
 * first puts the batch under its hash. Then one transaction changes positions, size and peaks. If the function crashes
 * between these steps, it leaves only an object that no row names. Records at or before the shard's position are
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
    const bytes = bundleOf(fresh.map(({ entry }) => entry));
    const hash = createHash('sha256').update(bytes).digest('hex');
    await log.objects.put(batchPath(hash), bytes);
    const batch = { first: head.frontier.size, count: fresh.length, hash };
    if ((await log.rows.commit({ head: moved(head, shard, fresh), batch }, version)) === 'done') return fresh.length;
  }
  throw new LogContended(
    `a batch of shard ${shard} was not appended: other writers changed the head in each of ${maxRounds} attempts`,
  );
}

const emptyHead: LogHead = { frontier: emptyFrontier, positions: {} };

/** Compares sequence numbers as integers: they are decimal, differ in length and have at most 40 digits. */
const isAfter = (sequence: string, position: Position | undefined): boolean =>
  position === undefined || BigInt(sequence) > BigInt(position.sequence);

function moved(head: LogHead, shard: string, fresh: readonly ArrivedEvent[]): LogHead {
  const { sequence, writtenAt } = fresh.at(-1) as ArrivedEvent;
  return {
    frontier: fresh.reduce((frontier, { entry }) => grown(frontier, leafHash(entry)), head.frontier),
    positions: { ...recent(head.positions, writtenAt), [shard]: { sequence, writtenAt } },
  };
}

/**
 * How long a shard's position is kept. The stream keeps a record for one day, so it cannot deliver older records again.
 */
const forgottenAfterMillis = 48 * 3600 * 1000;

function recent(positions: LogHead['positions'], now: string): LogHead['positions'] {
  const since = Date.parse(now) - forgottenAfterMillis;
  return Object.fromEntries(Object.entries(positions).filter(([, { writtenAt }]) => Date.parse(writtenAt) >= since));
}
