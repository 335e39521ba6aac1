import * as answers from './answers.ts';
import { agent, approver, journeyQueue } from './cast.ts';
import { LocalFailure } from '../../cloud/failure.ts';
import type { Traveller } from './step.ts';
import type { Until } from './until.ts';

/** Lets a human of the queue read the case and grant it, and waits until the change is committed. */
export async function grantStep(
  at: Traveller,
  until: Until,
  { actionId, taskId }: { actionId: string; taskId: string },
): Promise<void> {
  await until('opening the task', async () => {
    const { body } = await at.call({ who: approver, method: 'GET', path: `/v1/tasks/${taskId}` });
    return answers.taskRead.safeParse(body).data?.task.state === 'open';
  });
  await at.ask(
    { name: 'list the queue', who: approver, method: 'GET', path: `/v1/tasks?queue=${journeyQueue}` },
    answers.taskList,
    ({ tasks }) => `${tasks.length} to decide`,
  );
  const shown = await at.ask(
    { name: 'read the case', who: approver, method: 'GET', path: `/v1/tasks/${taskId}` },
    answers.taskRead,
    ({ changes }) => changes.map(({ label, from, to }) => `${label} ${String(from)} → ${String(to)}`).join(', '),
  );
  await at.ask(
    {
      name: 'grant it',
      who: approver,
      method: 'POST',
      path: `/v1/tasks/${taskId}/decision`,
      body: { decision: 'grant', digest: shown.task.digest, reason: 'The estimate is plausible' },
    },
    answers.decided,
    ({ action: { state } }) => `the Action is ${state}`,
  );
  await committed(at, until, actionId);
}

const ended = new Set(['committed', 'failed', 'voided', 'denied', 'expired', 'cancelled']);

async function committed(at: Traveller, until: Until, actionId: string): Promise<void> {
  const path = `/v1/actions/${actionId}`;
  await until('the commit', async () => {
    const { body } = await at.call({ who: agent, method: 'GET', path });
    return ended.has(answers.actionRead.safeParse(body).data?.state ?? '');
  });
  await at.ask(
    { name: 'see the Action committed', who: agent, method: 'GET', path },
    answers.actionRead,
    ({ state, version }) => {
      if (state === 'committed') return `${state}, version ${version}`;
      const next = 'Read its reason at GET /v1/actions/{id}.';
      throw new LocalFailure({
        what: 'The change of the journey was not committed.',
        why: `The Action is in the state ${state}.`,
        next,
      });
    },
  );
}
