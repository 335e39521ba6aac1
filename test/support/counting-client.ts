import type { ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';

export interface CountedCall {
  /** `GetItem`, `TransactWriteItems` … */
  readonly operation: string;
  /** Deployed names, sorted. */
  readonly tables: readonly string[];
  readonly units: number;
}

/** Counts a client's commands from now on, each with the tables and the capacity units that it took. */
export function countingClient(client: DynamoDBClient): readonly CountedCall[] {
  const calls: CountedCall[] = [];
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const counted = { ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' as const } };
      const answer = await next(counted);
      const consumed = consumedOf(answer.output);
      calls.push({
        operation: (context.commandName ?? '').replace(/Command$/, ''),
        tables: [...new Set(consumed.flatMap(({ TableName }) => TableName ?? []))].sort(),
        units: consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0),
      });
      return answer;
    },
    { name: 'count', step: 'initialize', priority: 'high' },
  );
  return calls;
}

function consumedOf(output: object): readonly ConsumedCapacity[] {
  if (!('ConsumedCapacity' in output) || output.ConsumedCapacity === undefined) return [];
  // One for a single item, a list for a batch or a transaction.
  return [output.ConsumedCapacity].flat() as ConsumedCapacity[];
}
