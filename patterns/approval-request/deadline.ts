import type { Queue } from '../../contract/artefacts/queue.ts';
import { durationSeconds } from '../../contract/values/duration.ts';
import { Failure } from '../../contract/failures.ts';

/**
 * Returns the seconds that the queue has for a decision, and the last instant for it. That instant is never after the
 * end of the subject.
 * @throws Failure `arguments.invalid` if the SLA is malformed or longer than the queue's
 */
export function deadline(
  asked: string | undefined,
  queue: Queue,
  { atMillis, endsAt }: { readonly atMillis: number; readonly endsAt?: string | undefined },
): { slaSeconds: number; dueAt: string } {
  const slaSeconds = asked === undefined ? queue.slaSeconds : durationSeconds(asked);
  if (slaSeconds === undefined || slaSeconds < 1) {
    throw new Failure('arguments.invalid', '/sla: must be an ISO 8601 duration of at least one second, such as PT4H', {
      pointer: '/sla',
    });
  }
  if (slaSeconds > queue.slaSeconds) {
    throw new Failure(
      'arguments.invalid',
      `/sla: must be at most ${queue.slaSeconds} s, which is the SLA of the queue`,
      {
        pointer: '/sla',
      },
    );
  }
  const dueMillis = Math.min(atMillis + slaSeconds * 1000, endsAt === undefined ? Infinity : Date.parse(endsAt));
  return { slaSeconds, dueAt: new Date(dueMillis).toISOString() };
}
