import type { FailureCode } from '../failures.ts';
import { Failure } from '../failures.ts';

export interface Limit {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly now: () => number;
  /** The failure that is thrown once the time has passed. */
  readonly code: FailureCode;
  readonly detail: string;
}

/**
 * The result of the work if it is ready in time. Work that is given up may still end, but its result is dropped.
 * @throws Failure with the given code once the time has passed
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
