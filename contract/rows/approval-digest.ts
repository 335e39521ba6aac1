import type { Action } from './action.ts';
import type { Task } from './task.ts';
import { hashOf, type Hash } from '../values/canonical.ts';

/**
 * Returns the digest that a grant is bound to. It covers kind and tool with their versions, payload, case (with the old
 * values), target and its version, the other records that the Action relies on, requester, deadline and round. If one
 * of these changes, the grant is no longer valid.
 * @param dueAt the last deadline of the Task, ISO 8601
 */
export const approvalDigest = (action: Action, dueAt: string): Hash =>
  hashOf({
    action: action.id,
    kind: { id: action.kind, version: action.kindVersion },
    tool: { id: action.tool, version: action.toolVersion },
    payload: action.payloadHash,
    case: action.caseHash,
    target: { ...action.target },
    ...(action.lookups === undefined ? {} : { lookups: action.lookups }),
    ...(action.compensates === undefined ? {} : { compensates: action.compensates }),
    requester: { ...action.requester },
    round: action.round,
    dueAt,
  });

/**
 * Returns the digest that the approval of a validation or classification is bound to. It covers the recorded call, what
 * the approver was shown of it, the requester and the deadline.
 */
export const decisionDigest = ({
  id,
  decision,
  requestedBy,
  dueAt,
}: Pick<Task, 'id' | 'decision' | 'requestedBy' | 'dueAt'>): Hash =>
  hashOf({ task: id, decision: { ...decision }, requester: { ...requestedBy }, dueAt });
