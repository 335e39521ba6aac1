import { Logger } from '@aws-lambda-powertools/logger';

const logger = new Logger();

/**
 * Returns the stack frames of an error, which name files and lines. The lines before them hold the message, which may
 * quote a value.
 */
const framesOf = ({ stack = '' }: Error): readonly string[] =>
  stack
    .split('\n')
    .flatMap((line) => /^\s+at (.+)$/.exec(line)?.[1] ?? [])
    .slice(0, 12);

interface Told {
  readonly name: string;
  readonly frames: readonly string[];
  readonly cause?: Told;
}

function told(error: unknown, depth = 0): Told {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const more = error.cause === undefined || depth > 3 ? {} : { cause: told(error.cause, depth + 1) };
  return { name: error.name, frames: framesOf(error), ...more };
}

/**
 * Logs one line for each failure of the platform: the event id that the caller received, the name of the error and its
 * stack frames. The message is never logged.
 */
export const logFailure = (error: unknown, eventId: string): void =>
  logger.error('a call failed', { eventId, failure: { ...told(error) } });
