import { z } from 'zod';
import { ask } from '../../e2e/support/ask.ts';
import { prepare, readTask, requestApproval, stage } from '../../e2e/support/reserve.ts';
import { newKey, type Run } from '../../e2e/support/run.ts';
import { answered, requested, staged, taskRead } from '../../e2e/support/shapes.ts';
import type { Case } from './plan.ts';

/** A case with the ids that the platform gave it. */
export interface Asked extends Case {
  readonly run: Run;
  readonly actionId: string;
  readonly taskId: string;
}

/** Looks the claim and its policy up, validates the change, stages it and requests approval of its queue. */
export async function askFor(one: Case, run: Run): Promise<Asked> {
  const staging = await prepare(run, { claim: one.claim });
  const { id: actionId } = answered(await stage(run, staging, newKey()), staged).result;
  const task = answered(await requestApproval(run, actionId, { queue: one.queue }), requested).result;
  return { ...one, run, actionId, taskId: task.id };
}

const get = (who: string, path: string) => ask(who, { method: 'GET', path });
const post = (who: string, path: string, body: object) => ask(who, { method: 'POST', path, body });

/** Reads all pages of a list. @throws if a row is in two pages */
async function listed<T extends { readonly id: string }>(
  who: string,
  path: string,
  { member, row }: { readonly member: string; readonly row: z.ZodType<T> },
): Promise<readonly T[]> {
  const rows: T[] = [];
  let cursor = '';
  do {
    const answer = await get(who, `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`);
    const page = answered(answer, z.looseObject({ cursor: z.string().optional() }));
    rows.push(...z.array(row).parse(page[member]));
    cursor = page.cursor === undefined ? '' : `&cursor=${page.cursor}`;
  } while (cursor !== '');
  if (new Set(rows.map(({ id }) => id)).size !== rows.length) throw new Error(`${path} has a row in two pages`);
  return rows;
}

const taskRow = z.looseObject({ id: z.string(), state: z.string(), queue: z.string() });
const actionRow = z.looseObject({
  id: z.string(),
  state: z.string(),
  next: z.looseObject({ owner: z.string() }).nullable(),
});

/** Lists the Tasks that wait for a caller, of all queues of this caller. */
export const inbox = (who: string) => listed(who, '/v1/tasks', { member: 'tasks', row: taskRow });

/** Lists Actions: all of them for an operator, and the own ones for anybody else. */
export const actionsOf = (who: string, query = '') =>
  listed(who, `/v1/actions${query}`, { member: 'actions', row: actionRow });

const counts = z.looseObject({ queues: z.array(z.looseObject({ id: z.string(), waiting: z.number() })) });

/** Returns the number of waiting Tasks of each queue of a caller. */
export const waitingOf = async (who: string): Promise<ReadonlyMap<string, number>> =>
  new Map(answered(await get(who, '/v1/queues'), counts).queues.map(({ id, waiting }) => [id, waiting]));

const me = z.looseObject({ name: z.string(), queues: z.array(z.looseObject({ id: z.string() })) });

/** Returns the queues of a caller, as the caller is told. */
export const queuesOf = async (who: string): Promise<readonly string[]> =>
  answered(await get(who, '/v1/me'), me).queues.map(({ id }) => id);

/** Reads the case of a Task and decides on what it shows. */
export async function decideOn(
  who: string,
  { taskId }: Pick<Asked, 'taskId'>,
  decision: 'grant' | 'deny',
): Promise<void> {
  const { task, changes } = answered(await readTask(who, taskId), taskRead);
  if (changes.length === 0) throw new Error('the case shows no change');
  const reason = decision === 'grant' ? 'The estimate is plausible' : 'The estimate is not itemised';
  const answer = await post(who, `/v1/tasks/${taskId}/decision`, { decision, digest: task.digest, reason });
  answered(answer, z.looseObject({ decisionId: z.string() }));
}

export const withdraw = async ({ requester, actionId }: Asked): Promise<void> => {
  const reason = 'The garage corrected its estimate';
  answered(await post(requester, `/v1/actions/${actionId}/withdraw`, { reason }), z.looseObject({}));
};

/** Reports the outcome of a change that nobody else can find out. */
export const resolve = async (
  who: string,
  actionId: string,
  report: { readonly outcome: 'arrived' | 'not_arrived'; readonly evidence: string },
): Promise<void> => {
  answered(await post(who, `/v1/actions/${actionId}/resolve`, report), z.looseObject({}));
};
