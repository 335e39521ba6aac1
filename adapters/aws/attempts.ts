import { DynamoDBServiceException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';

const unsure = new WeakSet<object>();

/** True if one of the attempts behind this error may have been carried out. */
export const maybeDone = (error: unknown): boolean => typeof error === 'object' && error !== null && unsure.has(error);

const refusedOutright = (error: unknown): boolean => {
  const status = error instanceof DynamoDBServiceException ? error.$metadata.httpStatusCode : undefined;
  return status !== undefined && status >= 400 && status < 500;
};

/**
 * Notes, across the SDK's own retries, what its last error does not say. If the first attempt got no answer and the
 * second was throttled, "nothing was written" would be wrong.
 */
export const tellsAttempts: Parameters<DynamoDBClient['middlewareStack']['use']>[0] = {
  applyToStack(stack) {
    // One context object exists for each command, including its retries.
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
      // Runs once for each attempt: outside the deserialiser, inside the retries.
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
