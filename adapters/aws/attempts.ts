import { DynamoDBServiceException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';

const unsure = new WeakSet<object>();

/** Whether one of the attempts that ended in this error may have been carried out all the same. */
export const maybeDone = (error: unknown): boolean => typeof error === 'object' && error !== null && unsure.has(error);

const refusedOutright = (error: unknown): boolean => {
  const status = error instanceof DynamoDBServiceException ? error.$metadata.httpStatusCode : undefined;
  return status !== undefined && status >= 400 && status < 500;
};

/**
 * Remembers over the SDK's own retries what its last error does not say: where the first attempt had no answer and the
 * second was throttled, "nothing was written" would be a lie.
 */
export const tellsAttempts: Parameters<DynamoDBClient['middlewareStack']['use']>[0] = {
  applyToStack(stack) {
    // One context object lives as long as one command, retries included.
    const open = new WeakSet<object>();
    stack.add(
      (next, context) => async (args) => {
        try {
          return await next(args);
        } catch (error) {
          if (!refusedOutright(error)) open.add(context);
          throw error;
        }
      },
      // Outside the deserialiser, inside the retries: once an attempt.
      { name: 'noteAttempt', step: 'deserialize', priority: 'high' },
    );
    stack.add(
      (next, context) => async (args) => {
        try {
          return await next(args);
        } catch (error) {
          if (open.has(context) && typeof error === 'object' && error !== null) unsure.add(error);
          throw error;
        }
      },
      { name: 'tellAttempts', step: 'initialize', priority: 'high' },
    );
  },
};
