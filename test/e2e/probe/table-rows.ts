import type { RootAccess } from '../../../local/cloud/root-access.ts';
import { z } from 'zod';
import { awsRequest } from '../../../local/cloud/aws-request.ts';
import type { Deployed } from './deployed.ts';

/**
 * The keys of the rows in four stores, each with the state of its row, which is empty if the row has none. `effects` are the
 * ledger records of calls that caused an effect.
 */
export type TableRows = Readonly<Record<'actions' | 'tasks' | 'decisions' | 'effects', ReadonlyMap<string, string>>>;

const page = z.object({
  Items: z.array(z.object({ pk: z.object({ S: z.string() }), state: z.object({ S: z.string() }).optional() })),
  LastEvaluatedKey: z.record(z.string(), z.unknown()).optional(),
});

/** Reads the rows as the account's root, so that the test does not depend on a deployed function. */
export async function readRows(cloud: RootAccess, { tables }: Deployed): Promise<TableRows> {
  const scan = async (store: 'actions' | 'tasks' | 'decisions' | 'ledger', filter: string) => {
    const rows = new Map<string, string>();
    for (let start: object | undefined = {}; start !== undefined;) {
      const input = { TableName: tables.get(store), FilterExpression: filter, ConsistentRead: true, ...start };
      const call = { service: 'dynamodb', target: 'DynamoDB_20120810.Scan', version: '1.0', input } as const;
      const { body } = await awsRequest(cloud, call);
      const { Items, LastEvaluatedKey } = page.parse(JSON.parse(body));
      for (const { pk, state } of Items) rows.set(pk.S, state?.S ?? '');
      start = LastEvaluatedKey && { ExclusiveStartKey: LastEvaluatedKey };
    }
    return rows;
  };
  // The table of Actions also has payloads and evidence. These rows have a hash as their key, and no version.
  const [actions, tasks, decisions, effects] = await Promise.all([
    scan('actions', 'attribute_exists(version)'),
    scan('tasks', 'attribute_exists(version)'),
    scan('decisions', 'attribute_exists(pk)'),
    scan('ledger', 'attribute_exists(effect)'),
  ]);
  return { actions, tasks, decisions, effects };
}

/**
 * Compares two readings of the rows. Expired Decisions are left out, because a Task of another test may expire in between.
 *
 * @returns the states of the new Actions and Tasks, and the numbers of new Decisions and effects
 */
export function newRows(before: TableRows, after: TableRows) {
  const keys = (of: keyof TableRows): string[] => [...after[of].keys()].filter((key) => !before[of].has(key));
  const added = (of: keyof TableRows): string[] => keys(of).map((key) => after[of].get(key) ?? '');
  return {
    actions: added('actions'),
    tasks: added('tasks'),
    decisions: keys('decisions').filter((key) => !key.startsWith('approval.expired')).length,
    effects: added('effects').length,
  };
}
