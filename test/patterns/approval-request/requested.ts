import type { Action } from '../../../contract/rows/action.ts';
import type { Queue } from '../../../contract/artefacts/queue.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import type { CallFacts } from '../../../contract/pattern.ts';
import type { Task } from '../../../contract/rows/task.ts';
import { approvalRequest } from '../../../patterns/approval-request/pattern.ts';
import { queue } from '../artefacts.ts';
import { factsOf } from '../facts.ts';

export const action: Action = {
  id: `act-${sha256('an Action')}`,
  state: 'staged',
  version: 1,
  kind: 'action.reserve-change',
  kindVersion: '1.2.0',
  release: 'release-1',
  tool: 'tool.reserve.stage',
  toolVersion: '1.0.0',
  requester: { kind: 'agent', id: 'claims-agent', name: 'claims-agent' },
  runId: 'run-0123456789abcdef',
  purpose: 'claims.adjustment',
  target: { sor: 'sor.admin', resource: 'claim', ref: 'C-1', version: '"7"' },
  payloadHash: sha256('payload'),
  caseHash: sha256('case'),
  authoring: { eventId: 'e', basis: 'b', at: '2026-02-03T09:59:00.000Z', policies: [], pins: {} },
  approval: { queues: ['queue.reserves'], quorum: 2 },
  markings: ['regulated.kvkk'],
  stagedAt: '2026-02-03T09:59:00.000Z',
  stagedUntil: '2026-02-06T09:59:00.000Z',
  round: 1,
  attempts: 0,
  reconciliations: 0,
};

export const request = (
  more: {
    action?: Partial<Action>;
    task?: Task;
    queue?: Partial<Queue>;
    sla?: string;
    call?: CallFacts;
  } = {},
) =>
  approvalRequest.execute({
    args: {
      subject: { kind: 'Action', id: action.id },
      queue: 'queue.reserves',
      ...(more.sla === undefined ? {} : { sla: more.sla }),
    },
    refs: {
      action: {
        action: { ...action, ...more.action },
        ...(more.task === undefined ? {} : { task: more.task }),
      },
      decision: undefined,
      queue: { ...queue, ...more.queue },
    },
    ports: {
      actions: { subject: async () => undefined, task: async () => undefined },
      dispatches: { read: async () => [], whole: async (record) => record },
    },
    settings: {},
    call: more.call ?? factsOf(),
  });

/** Returns the Task that a request makes. */
export async function requestedTask(more: Parameters<typeof request>[0] = {}): Promise<Task> {
  const { effect } = await request(more);
  if (!effect) throw new Error('no Task was put');
  return effect.row;
}
