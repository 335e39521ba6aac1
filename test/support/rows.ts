import type { Action, Attachment } from '../../contract/rows/action.ts';
import type { DispatchEvent, SourceEvent, TransitionEvent } from '../../contract/audit.ts';
import { sha256 } from '../../contract/values/canonical.ts';
import { actionId, eventId, newUuid, ownEventId, taskId } from '../../contract/dispatch/keys.ts';
import { sourceId, type Source } from '../../contract/rows/located-text.ts';
import type { DispatchRecord } from '../../contract/system.ts';
import type { Run } from '../../contract/rows/run.ts';
import type { Decision, Task } from '../../contract/rows/task.ts';

const at = '2025-03-01T10:00:00.000Z';
const actor = { kind: 'agent', id: 'claims-agent', name: 'claims-agent' } as const;

/** Makes a new ledger key of a function. */
export const someKey = (functionName = 'action-staging'): string => `${functionName}#${sha256(newUuid())}`;

export function someRecord(
  key: string,
  more: { fingerprint?: string; result?: string; uuid?: string } = {},
): DispatchRecord {
  const id = eventId(key, more.uuid ?? newUuid());
  const result = more.result ?? '{"staged":true}';
  const part = {
    eventId: id,
    tool: 'tool.reserve.stage',
    version: '1.0.0',
    argsHash: sha256('args'),
    resultHash: sha256(result),
    exceptionsHash: sha256('[]'),
    policies: ['tenant.claims.0'],
    pins: { 'kind.reserve-change@1.0.0': sha256('kind') },
    markings: ['pii.low'],
  };
  const event: DispatchEvent & { outcome: 'answered' } = {
    ...part,
    kind: 'dispatch',
    at,
    actor,
    release: 'release-1',
    function: 'action-staging',
    verdict: 'allow',
    durationMillis: 3,
    outcome: 'answered',
  };
  return {
    fingerprint: more.fingerprint ?? 'fingerprint-1',
    event,
    receipt: { ...part, engine: 'engine-1' },
    result,
    exceptions: '[]',
  };
}

export function someAction(more: Partial<Action> = {}): Action {
  return {
    id: actionId(sha256(newUuid())),
    state: 'staged',
    version: 1,
    kind: 'kind.reserve-change',
    kindVersion: '1.0.0',
    release: 'release-1',
    tool: 'tool.reserve.stage',
    toolVersion: '1.0.0',
    requester: actor,
    runId: 'run-1',
    purpose: 'claims',
    target: { sor: 'sor.policy-admin', resource: 'claim', ref: 'CLM-1', version: '"3"' },
    payloadHash: sha256('payload'),
    caseHash: sha256('case'),
    authoring: {
      eventId: ownEventId('action-staging', newUuid()),
      basis: ownEventId('lookup', newUuid()),
      at,
      policies: [],
      pins: {},
    },
    approval: { queues: ['queue.reserves'], quorum: 1 },
    markings: [],
    stagedAt: at,
    stagedUntil: '2025-03-04T10:00:00.000Z',
    round: 1,
    attempts: 0,
    reconciliations: 0,
    ...more,
  };
}

export function someTask(action: Action, more: Partial<Task> = {}): Task {
  return {
    id: taskId(action.id, action.round),
    state: 'requested',
    version: 1,
    actionId: action.id,
    round: action.round,
    queue: 'queue.reserves',
    groups: ['approvers'],
    quorum: 1,
    digest: sha256('digest'),
    requestedBy: actor,
    requestedAt: at,
    slaSeconds: 3600,
    dueAt: '2025-03-01T11:00:00.000Z',
    runId: 'run-1',
    purpose: 'claims',
    release: 'release-1',
    markings: [],
    grants: [],
    wait: 0,
    ...more,
  };
}

export const someAttachment = (text: string): Attachment => ({ hash: sha256(text), text });

export const someDecision = (action: Action, more: Partial<Decision> = {}): Decision => ({
  id: `approval.granted#${newUuid()}`,
  kind: 'approval.granted',
  actionId: action.id,
  by: { kind: 'human', id: 'sub-1', name: 'approver-1' },
  at,
  ...more,
});

export const someTransition = (from: Action, to: Action): TransitionEvent => ({
  kind: 'transition',
  eventId: ownEventId('decide', newUuid()),
  at,
  actor,
  release: 'release-1',
  actionId: from.id,
  from: from.state,
  to: to.state,
  actionVersion: to.version,
});

export const someRun = (): Run => ({
  runId: `run-${newUuid()}`,
  owner: actor,
  replayable: false,
  release: 'release-1',
  pins: {},
  engine: 'engine-1',
  createdAt: at,
  expiresAt: '2025-03-02T10:00:00.000Z',
});

export const someSource = (more: Partial<Source> = {}): Source => {
  const sourceHash = sha256(newUuid());
  return {
    id: sourceId(sourceHash),
    by: actor,
    sourceHash,
    mediaType: 'text/plain',
    sizeBytes: 12,
    markings: ['pii.medium'],
    state: 'received',
    version: 1,
    at: '2026-03-02T09:00:00.000Z',
    depth: 0,
    ...more,
  };
};

export const someSourceEvent = (subject: string): SourceEvent => ({
  kind: 'source',
  eventId: ownEventId('sources', newUuid()),
  at: '2026-03-02T09:00:00.000Z',
  actor: { kind: 'agent', id: 'claims-agent', name: 'claims-agent' },
  release: 'release-1',
  subject,
  step: 'announced',
  mediaType: 'text/plain',
  sizeBytes: 12,
  markings: ['pii.medium'],
});
