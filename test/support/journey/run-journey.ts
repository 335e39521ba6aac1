import type { Caller } from '../../../contract/authority/identity.ts';
import * as answers from '../../../local/demo/journey/answers.ts';
import { playAgent, claimsAgent, parse, queueId, type AgentPart } from './authoring.ts';
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

export interface FinishedJourney extends AgentPart {
  readonly state: string;
}

/**
 * Runs the whole journey: an agent stages a change and requests approval, a human grants it, it is committed, and an auditor
 * reads its events.
 */
export async function runJourney({ gateway, time }: DemoPlane): Promise<FinishedJourney> {
  const client = new Client(gateway, time);
  const agentPart = await playAgent(client);
  await decide(client, agentPart.taskId);
  const state = await client.until(
    { who: claimsAgent, route: 'GET /v1/actions/{id}', path: { id: agentPart.actionId } },
    (answer) => {
      const seen = parse(answers.actionRead, answer).state;
      return ended.has(seen) ? seen : undefined;
    },
  );
  await client.until(
    { who: auditor, route: 'GET /v1/audit/events', query: { run: agentPart.runId, limit: '200' } },
    (answer) => parse(answers.auditRead, answer).events.some((event) => event['to'] === state) || undefined,
  );
  return { ...agentPart, state };
}

/**
 * Acts as the approver: waits until the Task is open, reads it and grants it. If the Task is already decided, it must be
 * granted, because the answer to an earlier try may be lost.
 */
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
