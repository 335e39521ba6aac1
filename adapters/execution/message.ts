import { Failure, type Exception, type FailureCode } from '../../contract/failures.ts';
import type { Executed, Execution } from '../../contract/dispatch/execution.ts';

/** A request of the main thread to the worker. Only data passes between the two. */
export interface AskedExecution {
  readonly id: number;
  readonly execution: Execution;
}

export type Answered = { readonly id: number } & (
  | { readonly executed: Executed }
  | { readonly failure: FailureData }
  | { readonly error: ErrorData }
);

interface FailureData {
  readonly code: FailureCode;
  readonly detail: string;
  readonly pointer?: string;
  readonly exceptions: readonly Exception[];
  readonly retryAfterSeconds?: number;
}

/** An unexpected error: the log shows its name and where it arose. */
interface ErrorData {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

export function sent(error: unknown): { failure: FailureData } | { error: ErrorData } {
  if (error instanceof Failure) {
    const { code, message: detail, pointer, exceptions, retryAfterSeconds } = error;
    return {
      failure: {
        code,
        detail,
        exceptions,
        ...(pointer === undefined ? {} : { pointer }),
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      },
    };
  }
  const { name, message, stack } = error instanceof Error ? error : new Error('the thrown value is not an error');
  return { error: { name, message, ...(stack === undefined ? {} : { stack }) } };
}

/** The error as the other thread threw it. */
export function received(answer: { failure: FailureData } | { error: ErrorData }): Error {
  if ('error' in answer) return Object.assign(new Error(answer.error.message), answer.error);
  const { code, detail, ...more } = answer.failure;
  return new Failure(code, detail, more);
}
