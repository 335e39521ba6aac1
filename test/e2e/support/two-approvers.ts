import { paginateScan } from '@aws-sdk/client-dynamodb';
import { inject } from 'vitest';
import { dynamoClient } from '../../../adapters/aws/client.ts';
import { decide, openTask } from './reserve.ts';
import { untilState } from './until.ts';

/** The answers to two approvers who decide one Task at the same instant, and the end of its Action. */
export interface Round {
  readonly taskId: string;
  readonly statuses: readonly number[];
}

/** Stages a change of each claim, one after the other on a claim, and lets two approvers decide it at the same instant. */
export async function roundsOf(claims: readonly string[], each: number): Promise<readonly Round[]> {
  const played = await Promise.all(claims.map((claim) => roundsOn(claim, each)));
  return played.flat();
}

const pairs = [
  ['grant', 'grant'],
  ['grant', 'deny'],
  ['deny', 'deny'],
  ['deny', 'deny'],
  ['deny', 'deny'],
] as const;

async function roundsOn(claim: string, count: number): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    const open = await openTask({ claim });
    // Most rounds deny, because each grant raises the reserve.
    const votes = pairs[round % pairs.length] ?? pairs[0];
    const answers = await Promise.all([
      decide('approver-1', open, { decision: votes[0] }),
      decide('approver-2', open, { decision: votes[1] }),
    ]);
    rounds.push({ taskId: open.taskId, statuses: answers.map(({ status }) => status).toSorted((a, b) => a - b) });
    const counted = answers[0].status === 200 ? votes[0] : votes[1];
    // The next round needs the claim as this one leaves it.
    await untilState(open.actionId, counted === 'grant' ? 'committed' : 'denied');
  }
  return rounds;
}

/** Returns the number of Decisions about each Task, from one scan of the table. */
export async function decisionsOf(taskIds: readonly string[]): Promise<readonly number[]> {
  const { demo, outputs } = inject('deployment');
  const { endpoint, region, credentials } = demo;
  const client = dynamoClient({ endpoint, region, credentials });
  const keys: string[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: outputs.data.Tables['decisions'] })) {
    keys.push(...Items.map(({ pk }) => pk?.S ?? ''));
  }
  return taskIds.map((id) => keys.filter((key) => key.includes(id)).length);
}
