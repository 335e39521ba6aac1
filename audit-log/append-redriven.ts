import { placed, putBatch } from './append.ts';
import { grownBy } from './merkle.ts';
import { redriveShard, type LogHead, type LogObjects, type LogRows, type RedrivenSpan } from './store.ts';

/** Error: another redrive appended in the meantime, so it is not known any more which events are missing. */
export class RedriveOvertaken extends Error {
  override readonly name = 'RedriveOvertaken';
}

export interface Redriven {
  readonly at: string;
  readonly entry: Uint8Array;
}

/** The most attempts, as in `append`. */
const maxRounds = 200;

/**
 * Appends events that the log does not have. `seen` is the position of the pseudo-shard `redrive` at the time when the
 * log was searched for these events. If the position is still the same, no other redrive has appended them in the
 * meantime.
 * @returns the new position
 * @throws RedriveOvertaken if the position has changed, or if other writers change the head in each attempt; nothing
 * was appended
 */
export async function appendRedriven(
  log: { readonly rows: LogRows; readonly objects: Pick<LogObjects, 'put'> },
  seen: number,
  { events, now }: { readonly events: readonly Redriven[]; readonly now: number },
): Promise<number> {
  const next = seen + events.length;
  const put = await putBatch(
    log.objects,
    events.map(({ entry }) => entry),
  );
  if (put === undefined) return seen;
  for (let round = 0; round < maxRounds; round += 1) {
    const { row: head, version } = await log.rows.head();
    if (head === undefined || positionIn(head) !== seen) throw overtaken();
    const position = { sequence: String(next), writtenAt: new Date(now).toISOString() };
    const change: LogHead = {
      frontier: grownBy(head.frontier, put.leaves),
      positions: { ...head.positions, [redriveShard]: position },
      redriven: withSpan(head.redriven ?? [], spanOf(head.frontier.size, events)),
    };
    if ((await log.rows.commit({ head: change, ...placed(put, head.frontier) }, version)) === 'done') return next;
  }
  throw overtaken();
}

const overtaken = (): RedriveOvertaken =>
  new RedriveOvertaken(
    'other writers changed the log during each of several attempts. Run the command again: it continues',
  );

/** Returns how many events were ever redriven. */
export const positionIn = ({ positions }: LogHead): number => Number(positions[redriveShard]?.sequence ?? 0);

function spanOf(first: number, events: readonly Redriven[]): RedrivenSpan {
  const times = events.map(({ at }) => at).toSorted();
  return { first, count: events.length, from: times[0] ?? '', to: times.at(-1) ?? '' };
}

/**
 * Adds a span. If the new span directly follows the last span, the last span is extended instead, so that the list
 * stays short.
 */
function withSpan(spans: readonly RedrivenSpan[], span: RedrivenSpan): readonly RedrivenSpan[] {
  const last = spans.at(-1);
  if (last === undefined || last.first + last.count !== span.first) return [...spans, span];
  const [from = span.from] = [last.from, span.from].toSorted();
  const to = [last.to, span.to].toSorted()[1] ?? span.to;
  return [...spans.slice(0, -1), { first: last.first, count: last.count + span.count, from, to }];
}
