import { createHash } from 'node:crypto';
import { bundleOf } from './entry-bundle.ts';
import { emptyFrontier, grown, leafHash } from './merkle.ts';
import { batchPath, type LogHead, type LogObjects, type LogRows, type Position } from './store.ts';

/** An entry with the place in the stream where it was found. */
export interface ArrivedEvent extends Position {
  readonly entry: Uint8Array;
}

/** The head of another invocation was written in between, more often than chance would have it. */
export class LogContended extends Error {
  override readonly name = 'LogContended';
}

/** Each round reads the head again; with 64 writers at once a round wins in at most 64. */
const maxRounds = 200;

/**
 * Appends what the log does not hold yet of one shard's records, in their order, and answers how many that were. First the
 * batch is put under its hash, then one transaction moves positions, size and peaks: a crash in between leaves an object
 * that nothing names. Records at or before the shard's position are in the log already: a repeated delivery appends nothing.
 * @throws LogContended if the head moves in each round; nothing was appended
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
  throw new LogContended(`the log's head moved ${maxRounds} times while a batch of ${shard} was appended`);
}

const emptyHead: LogHead = { frontier: emptyFrontier, positions: {} };

/** Sequence numbers are decimal and of different lengths, at most 40 digits. */
const isAfter = (sequence: string, position: Position | undefined): boolean =>
  position === undefined || BigInt(sequence) > BigInt(position.sequence);

function moved(head: LogHead, shard: string, fresh: readonly ArrivedEvent[]): LogHead {
  const { sequence, writtenAt } = fresh.at(-1) as ArrivedEvent;
  return {
    frontier: fresh.reduce((frontier, { entry }) => grown(frontier, leafHash(entry)), head.frontier),
    positions: { ...recent(head.positions, writtenAt), [shard]: { sequence, writtenAt } },
  };
}

/** A stream keeps a record for a day: what a shard older than two days held cannot come again. */
const forgottenAfterMillis = 48 * 3600 * 1000;

function recent(positions: LogHead['positions'], now: string): LogHead['positions'] {
  const since = Date.parse(now) - forgottenAfterMillis;
  return Object.fromEntries(Object.entries(positions).filter(([, { writtenAt }]) => Date.parse(writtenAt) >= since));
}
