import type { ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';

export interface CountedCall {
  /** The API operation, such as `GetItem` or `TransactWriteItems`. */
  readonly operation: string;
  /** Names of the deployed tables, sorted. */
  readonly tables: readonly string[];
  /** Capacity units that the service reported; 0 if the call failed or the service reported none. */
  readonly units: number;
}

/** Records every later command of a client, including failed ones, with its tables and its capacity units. */
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
  // The answer about a single item has one object. The answer about a batch or a transaction has a list.
  return [output.ConsumedCapacity].flat() as ConsumedCapacity[];
}

/** Returns every `TableName` in a command's input. In a batch the table names are keys. */
function tablesOf(input: unknown): readonly string[] {
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([name, value]) => {
    if (name === 'TableName') return [String(value)];
    if (name === 'RequestItems') return Object.keys(value as object);
    return name === 'TransactItems' || /^(\d+|Put|Update|ConditionCheck|Delete)$/.test(name) ? tablesOf(value) : [];
  });
}
