import type { ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';

export interface CountedCall {
  /** `GetItem`, `TransactWriteItems` … */
  readonly operation: string;
  /** Deployed names, sorted. */
  readonly tables: readonly string[];
  /** As answered: 0 of a call that failed, and where the service does not say. */
  readonly units: number;
}

/** Counts a client's commands from now on, those that fail too, each with the tables and the capacity units that it took. */
export function countingClient(client: DynamoDBClient): readonly CountedCall[] {
  const calls: CountedCall[] = [];
  client.middlewareStack.add(
    (next, context) => async (args) => {
      let consumed: readonly ConsumedCapacity[] = [];
      try {
        const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' as const } });
        consumed = consumedOf(answer.output);
        return answer;
      } finally {
        calls.push({
          operation: (context.commandName ?? '').replace(/Command$/, ''),
          tables: [...new Set(tablesOf(args.input))].sort(),
          units: consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0),
        });
      }
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

/** Every `TableName` in a command, and the tables of a batch, which are its keys. */
function tablesOf(input: unknown): readonly string[] {
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([name, value]) => {
    if (name === 'TableName') return [String(value)];
    if (name === 'RequestItems') return Object.keys(value as object);
    return name === 'TransactItems' || /^(\d+|Put|Update|ConditionCheck|Delete)$/.test(name) ? tablesOf(value) : [];
  });
}
