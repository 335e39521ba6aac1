import { DynamoDBServiceException, TransactionCanceledException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * - `lost`: done, but the first answer is lost; the SDK retries
 * - `unanswered`: done each time, and no answer ever comes
 * - `throttled`: refused each time
 * - `lost, then throttled`: done, but the answer is lost and each retry is refused
 * - `conflict`: another transaction holds an item; only for writes
 */
export type SdkFault = 'lost' | 'unanswered' | 'throttled' | 'lost, then throttled' | 'conflict';

export interface SdkCall {
  /** The number of the command, from 0. An SDK's retry is the same command. */
  readonly index: number;
  readonly command: string;
}

const writes = new Set(['PutItemCommand', 'UpdateItemCommand', 'TransactWriteItemsCommand']);

/** Makes a client's commands fail on the wire, below the SDK's retries. The plan is called once for each command. */
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
