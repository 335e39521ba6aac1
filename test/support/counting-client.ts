import type { ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';

export interface CountedCall {
  /** For example `GetItem` or `TransactWriteItems`. */
  readonly operation: string;
  /** Deployed names, sorted. */
  readonly tables: readonly string[];
  /** As reported by the service: 0 for a failed call and if the service reports none. */
  readonly units: number;
}

/** Records a client's commands from now on, including failed ones, each with its tables and capacity units. */
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
  // A single item has one entry; a batch or a transaction has a list.
  return [output.ConsumedCapacity].flat() as ConsumedCapacity[];
}

/** Every `TableName` in a command. In a batch the table names are keys. */
function tablesOf(input: unknown): readonly string[] {
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([name, value]) => {
    if (name === 'TableName') return [String(value)];
    if (name === 'RequestItems') return Object.keys(value as object);
    return name === 'TransactItems' || /^(\d+|Put|Update|ConditionCheck|Delete)$/.test(name) ? tablesOf(value) : [];
  });
}
