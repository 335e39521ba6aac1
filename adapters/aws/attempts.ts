import { DynamoDBServiceException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';

const unsure = new WeakSet<object>();

/** True if one of the attempts that ended in this error may have been carried out by DynamoDB. */
export const maybeDone = (error: unknown): boolean => typeof error === 'object' && error !== null && unsure.has(error);

const refusedOutright = (error: unknown): boolean => {
  const status = error instanceof DynamoDBServiceException ? error.$metadata.httpStatusCode : undefined;
  return status !== undefined && status >= 400 && status < 500;
};

/**
 * Remembers if any attempt of a request may have been carried out. The SDK retries by itself and reports only the error
 * of the last attempt. If the first attempt got no answer and the second was throttled, "nothing was written" would be
 * wrong.
 */
export const tellsAttempts: Parameters<DynamoDBClient['middlewareStack']['use']>[0] = {
  applyToStack(stack) {
    // The SDK makes one context object for each command and uses it for all retries.
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
      // With this `step` and `priority`, the SDK runs the middleware once for each attempt.
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
