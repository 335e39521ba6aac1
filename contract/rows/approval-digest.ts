import type { Action } from './action.ts';
import { hashOf, type Hash } from '../values/canonical.ts';

/**
 * What a grant is bound to: kind and tool with their versions, payload, case (with the target's old values), target and
 * its version, who asked, the deadline, the round. Whatever of these changes, the grant is for something else.
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
    requester: { ...action.requester },
    round: action.round,
    dueAt,
  });
