import type { Action } from '../contract/rows/action.ts';
import { sha256, type Hash } from '../contract/values/canonical.ts';
import { approvalDigest } from '../contract/rows/approval-digest.ts';
import type { Decision, Task } from '../contract/rows/task.ts';
import type { BoundOwner } from '../contract/authority/people.ts';
import { isParty, quorumOf } from './decide.ts';
import { decisionId } from './decision-id.ts';

export interface GrantFacts {
  readonly action: Action;
  /** The bound owner of the requesting agent. */
  readonly owner: BoundOwner | undefined;
  readonly task: Task | undefined;
  /**
   * The Decisions that the Task names, in the order in which it names them. A Decision that does not exist is
   * undefined.
   */
  readonly decisions: readonly (Decision | undefined)[];
  /** The payload that would be sent, as canonical JSON. */
  readonly payload: string | undefined;
}

export type Standing =
  | { readonly grants: number; readonly policies: readonly Readonly<Record<string, Hash>>[]; readonly payload: string }
  | { readonly broken: string };

/**
 * Checks that an Action is still the one that was granted. The digest is computed again from the present row. The
 * grants are counted from the rows of the Decisions: no two may come from the same person, and none from the requester
 * or the owner of the requesting agent. The state of the Action is not trusted.
 */
export function standingGrant({ action, owner, task, decisions, payload }: GrantFacts): Standing {
  if (task === undefined || task.state !== 'granted' || task.actionId !== action.id || task.round !== action.round) {
    return { broken: 'approval.missing' };
  }
  const digest = approvalDigest(action, task.dueAt);
  if (digest !== task.digest) return { broken: 'digest.differs' };
  if (payload === undefined || sha256(payload) !== action.payloadHash) return { broken: 'payload.differs' };
  const rows = decisions.filter((row) => row !== undefined);
  if (!rows.every((row) => isGrantOf(row, task))) return { broken: 'approval.missing' };
  if (rows.some((row) => isParty(row.by, action, owner))) return { broken: 'approval.by_party' };
  if (action.requester.kind === 'agent' && owner === undefined) return { broken: 'owner.unbound' };
  if (rows.some((row) => row.digest !== digest)) return { broken: 'digest.differs' };
  const voters = new Set(rows.map(({ by }) => `${by.kind}:${by.id}`));
  if (voters.size < quorumOf(action, task)) return { broken: 'approval.quorum' };
  return { grants: voters.size, policies: rows.map((row) => row.policies ?? {}), payload };
}

const isGrantOf = (row: Decision, task: Task): boolean =>
  row.kind === 'approval.granted' &&
  row.by.kind === 'human' &&
  row.actionId === task.actionId &&
  row.taskId === task.id &&
  row.id === decisionId('approval.granted', task.id, row.by) &&
  Date.parse(row.at) < Date.parse(task.dueAt);
