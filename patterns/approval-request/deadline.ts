import type { Queue } from '../../contract/artefacts/queue.ts';
import { durationSeconds } from '../../contract/values/duration.ts';
import { Failure } from '../../contract/failures.ts';

/**
 * Returns the seconds that the queue has for a decision, and the last instant for the decision. That instant is never
 * after `endsAt`, the instant at which the subject expires.
 * @throws Failure `arguments.invalid` if the SLA is malformed, shorter than one second, or longer than the SLA of the
 * queue
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
