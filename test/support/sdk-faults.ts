import { DynamoDBServiceException, TransactionCanceledException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * How a command fails:
 * - `lost`: it is executed, but its first answer is lost; the SDK retries
 * - `unanswered`: it is executed at each try, but no answer ever comes
 * - `throttled`: it is refused at each try
 * - `lost, then throttled`: it is executed, but its answer is lost and each retry is refused
 * - `conflict`: a write is refused once, because another transaction has locked an item
 */
export type SdkFault = 'lost' | 'unanswered' | 'throttled' | 'lost, then throttled' | 'conflict';

export interface SdkCall {
  /** The number of the command, from 0. A retry by the SDK has the number of its command. */
  readonly index: number;
  readonly command: string;
}

const writes = new Set(['PutItemCommand', 'UpdateItemCommand', 'TransactWriteItemsCommand']);

/**
 * Makes the commands of a client fail on the wire, below the SDK's retries.
 *
 * @param plan returns what decides about the next command; called once for each command
 */
export function faultClient(
  client: DynamoDBClient,
  plan: () => ((call: SdkCall) => SdkFault | undefined) | undefined,
): void {
  let count = 0;
  const planned = new WeakMap<object, { fault: SdkFault; attempts: number }>();
  client.middlewareStack.add(
    (next, context) => (args) => {
      const command = context.commandName ?? '';
      const fault = plan()?.({ index: count++, command });
      if (fault !== undefined) planned.set(context, { fault, attempts: 0 });
      return next(args);
    },
    { name: 'planFault', step: 'initialize', priority: 'low' },
  );
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const found = planned.get(context);
      if (found === undefined) return next(args);
      const attempt = found.attempts++;
      const command = context.commandName ?? '';
      if (found.fault === 'throttled' || (found.fault === 'lost, then throttled' && attempt > 0)) throw throttled();
      if (found.fault === 'conflict') {
        if (!writes.has(command) || attempt > 0) return next(args);
        throw conflict(command);
      }
      if (found.fault !== 'lost' || attempt === 0) {
        await next(args);
        throw lost();
      }
      return next(args);
    },
    { name: 'fault', step: 'deserialize', priority: 'low' },
  );
}

const lost = (): Error => Object.assign(new Error('the answer is lost'), { name: 'TimeoutError' });

const refusal = { $fault: 'client', $metadata: { httpStatusCode: 400 }, message: 'planned' } as const;

const throttled = (): Error => new DynamoDBServiceException({ ...refusal, name: 'ThrottlingException' });

const conflict = (command: string): Error =>
  command === 'TransactWriteItemsCommand'
    ? new TransactionCanceledException({
        ...refusal,
        CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
      })
    : new DynamoDBServiceException({ ...refusal, name: 'TransactionConflictException' });
