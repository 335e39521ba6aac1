import type { FailureCode } from '../failures.ts';
import { Failure } from '../failures.ts';

export interface Limit {
  /** The end of the limit in epoch milliseconds. */
  readonly at: number;
  readonly now: () => number;
  /** The code of the failure that is thrown at the end of the limit. */
  readonly code: FailureCode;
  readonly detail: string;
}

/**
 * Returns the result of the work if it is ready in time. Otherwise the work may go on, but its result is dropped.
 * @throws Failure with the given code at the end of the limit
 */
export async function inTime<T>(work: Promise<T>, { at, now, code, detail }: Limit): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure(code, detail)), Math.max(0, at - now()));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
