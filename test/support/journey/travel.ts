import type { Caller } from '../../../contract/authority/identity.ts';
import * as answers from '../../../local/demo/journey/answers.ts';
import { author, claimsAgent, parse, queueId, type Authored } from './authoring.ts';
import { Client } from './client.ts';
import type { DemoPlane } from './demo-plane.ts';
import type { Asked } from './gateway.ts';

const person = (name: string, group: string): Caller => ({
  kind: 'human',
  id: `sub-${name}`,
  name,
  groups: [group],
});
const approver = person('approver-1', 'approvers');
const auditor = person('auditor', 'auditors');

const ended = new Set(['committed', 'failed', 'voided', 'denied', 'expired', 'cancelled']);

export interface Travelled extends Authored {
  readonly state: string;
}

/** The whole journey: an agent stages a change and requests approval, a human grants, it is committed, an auditor reads. */
export async function travel({ gateway, time }: DemoPlane): Promise<Travelled> {
  const client = new Client(gateway, time);
  const authored = await author(client);
  await decide(client, authored.taskId);
  const state = await client.until(
    { who: claimsAgent, route: 'GET /v1/actions/{id}', path: { id: authored.actionId } },
    (answer) => {
      const seen = parse(answers.actionRead, answer).state;
      return ended.has(seen) ? seen : undefined;
    },
  );
  await client.until(
    { who: auditor, route: 'GET /v1/audit/events', query: { run: authored.runId, limit: '200' } },
    (answer) => parse(answers.auditRead, answer).events.some((event) => event['to'] === state) || undefined,
  );
  return { ...authored, state };
}

/** Acts as an approver: waits until the Task is open, reads it, grants; if no answer comes, checks whether it is decided. */
async function decide(client: Client, id: string): Promise<void> {
  const read: Asked = { who: approver, route: 'GET /v1/tasks/{id}', path: { id } };
  const open = await client.until(read, (answer) => {
    const { task } = parse(answers.taskRead, answer);
    return task.state === 'requested' ? undefined : task;
  });
  parse(answers.taskList, await client.ask({ who: approver, route: 'GET /v1/tasks', query: { queue: queueId } }));
  const vote = await client.send({
    who: approver,
    route: 'POST /v1/tasks/{id}/decision',
    path: { id },
    body: { decision: 'grant', digest: open.digest, reason: 'The estimate is plausible' },
  });
  if (vote.code === 'task.decided') {
    const { task } = parse(answers.taskRead, await client.ask(read));
    if (task.state === 'granted') return;
  }
  if (vote.status !== 200) throw new Error(`the vote was not taken: ${vote.text}`);
}
