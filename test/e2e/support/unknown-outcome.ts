import { inject } from 'vitest';
import { dynamoClient } from '../../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../../adapters/aws/dynamo-database.ts';
import { rowOf } from '../../../adapters/tables/item.ts';
import { moveActionRow } from '../../../adapters/tables/rows.ts';
import { bound } from '../../../action-plane/states.ts';
import type { Action } from '../../../contract/rows/action.ts';
import { stageReserve } from './reserve.ts';

/**
 * Makes an Action whose outcome only an operator can find out. The demo's system of record can look changes up, so its row is
 * written as it is after the last lookup. @returns the id of the Action
 */
export async function unknownAction(claim: string): Promise<string> {
  const { actionId } = await stageReserve({ claim });
  const { demo, outputs } = inject('deployment');
  const { endpoint, region, credentials } = demo;
  const client = dynamoClient({ endpoint, region, credentials });
  const database = new DynamoDatabase(client, (store) => outputs.data.Tables[store] ?? '');
  const item = await database.get('actions', actionId);
  const from = rowOf<Action>(item ?? {});
  const to: Action = {
    ...from,
    state: 'outcome_unknown',
    attempts: 1,
    reconciliations: bound,
    version: from.version + 1,
  };
  await database.write([moveActionRow(from, to)]);
  return actionId;
}
