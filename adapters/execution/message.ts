import { Failure, type Exception, type FailureCode } from '../../contract/failures.ts';
import type { Executed, Execution } from '../../contract/dispatch/execution.ts';

/** A request from the main thread to the worker thread. It consists of data only. */
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

/** An unexpected error as data: its name and its stack, for the log. */
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

/** Turns the data of an error from the other thread back into an error. */
export function received(answer: { failure: FailureData } | { error: ErrorData }): Error {
  if ('error' in answer) return Object.assign(new Error(answer.error.message), answer.error);
  const { code, detail, ...more } = answer.failure;
  return new Failure(code, detail, more);
}
