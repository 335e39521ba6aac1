import { OutboundError } from './outbound-error.ts';
import type { OutboundPolicy, OutboundRequest } from './outbound-types.ts';

/**
 * The time at which the whole exchange must end. An idle timeout would not be enough: a peer that sends a byte a minute
 * could hold the connection forever.
 */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Returns the milliseconds until the deadline; zero or less if it has passed. */
  remaining(): number;
  /** Makes the error for a passed deadline. */
  passed(sent: boolean): OutboundError;
  /**
   * Returns the result of `work`, or rejects as soon as the deadline passes. Used only for work that is done before
   * anything is sent.
   */
  guard<T>(work: Promise<T>): Promise<T>;
  end(): void;
}

export const startDeadline = (policy: OutboundPolicy, request: OutboundRequest): Deadline => {
  const now = request.now ?? Date.now;
  const at = Math.min(now() + policy.timeoutMillis, request.deadlineAt ?? Number.POSITIVE_INFINITY);
  const passed = (sent: boolean): OutboundError => new OutboundError('outbound.timeout', 'the deadline passed', sent);
  // Negated, because every comparison with NaN is false: a deadline of NaN counts as passed.
  if (!(at - now() > 0)) throw passed(false);

  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), at - now());
  const { signal } = controller;
  const guard = <T>(work: Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const cut = (): void => reject(passed(false));
    if (signal.aborted) cut();
    signal.addEventListener('abort', cut, { once: true });
    work.then(resolve, reject);
    return promise.finally(() => signal.removeEventListener('abort', cut));
  };
  return { signal, remaining: () => at - now(), passed, guard, end: () => clearTimeout(timer) };
};
