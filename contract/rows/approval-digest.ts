import type { Action } from './action.ts';
import type { Task } from './task.ts';
import { hashOf, type Hash } from '../values/canonical.ts';

/**
 * What a grant is bound to: kind and tool with their versions, payload, case (with the target's old values), target and
 * its version, the other records that it rests on, who asked, the deadline, the round. Whatever of these changes, the grant is for something else.
 * @param dueAt the Task's last deadline, ISO 8601
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

/** What the approval of a Decision is bound to: the recorded call, what was shown of it, who asked, the deadline. */
export const decisionDigest = ({
  id,
  decision,
  requestedBy,
  dueAt,
}: Pick<Task, 'id' | 'decision' | 'requestedBy' | 'dueAt'>): Hash =>
  hashOf({ task: id, decision: { ...decision }, requester: { ...requestedBy }, dueAt });
