import { z } from 'zod';
import { awsRequest } from '../../../local/cloud/aws-request.ts';
import type { Deployed } from './deployed.ts';

/** The rows of each table by key, with their state if they have one. */
export type World = Readonly<Record<'actions' | 'tasks' | 'decisions' | 'effects', ReadonlyMap<string, string>>>;

const page = z.object({
  Items: z.array(z.object({ pk: z.object({ S: z.string() }), state: z.object({ S: z.string() }).optional() })),
  LastEvaluatedKey: z.record(z.string(), z.unknown()).optional(),
});

/** Reads the tables as the account's root, so that no function has to be trusted. */
export async function worldOf(endpoint: string, { tables }: Deployed): Promise<World> {
  const scan = async (store: 'actions' | 'tasks' | 'decisions' | 'ledger', filter: string) => {
    const rows = new Map<string, string>();
    for (let start: object | undefined = {}; start !== undefined;) {
      const input = { TableName: tables.get(store), FilterExpression: filter, ConsistentRead: true, ...start };
      const call = { service: 'dynamodb', target: 'DynamoDB_20120810.Scan', version: '1.0', input } as const;
      const { body } = await awsRequest(endpoint, call);
      const { Items, LastEvaluatedKey } = page.parse(JSON.parse(body));
      for (const { pk, state } of Items) rows.set(pk.S, state?.S ?? '');
      start = LastEvaluatedKey && { ExclusiveStartKey: LastEvaluatedKey };
    }
    return rows;
  };
  // An Action's payload and evidence are rows of the same table: their keys are hashes and they have no state.
  const [actions, tasks, decisions, effects] = await Promise.all([
    scan('actions', 'attribute_exists(version)'),
    scan('tasks', 'attribute_exists(version)'),
    scan('decisions', 'attribute_exists(pk)'),
    scan('ledger', 'attribute_exists(effect)'),
  ]);
  return { actions, tasks, decisions, effects };
}

/**
 * States of new rows; for Decisions and recorded effects only their number. Expired Tasks are left out, because a Task of
 * another test may expire at this moment.
 */
export function newIn(before: World, after: World) {
  const keys = (of: keyof World): string[] => [...after[of].keys()].filter((key) => !before[of].has(key));
  const added = (of: keyof World): string[] => keys(of).map((key) => after[of].get(key) ?? '');
  return {
    actions: added('actions'),
    tasks: added('tasks'),
    decisions: keys('decisions').filter((key) => !key.startsWith('approval.expired')).length,
    effects: added('effects').length,
  };
}
