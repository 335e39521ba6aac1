import { canonicalJson, sha256, type Hash } from '../contract/values/canonical.ts';
import type { Action, ActionCase, Attachment } from '../contract/rows/action.ts';
import type { ActionKind, Compensation, Restored } from '../contract/artefacts/action-kind.ts';
import type { Actor } from '../contract/authority/identity.ts';
import { actionId, ownEventId } from '../contract/dispatch/keys.ts';
import { Failure } from '../contract/failures.ts';
import type { Transition } from '../contract/rows/action-plane-store.ts';
import { valueAt } from '../contract/values/pointers.ts';
import { decisionId } from './decision-id.ts';
import { atOf, decisionOf, transitionOf, type Stamp } from './stamp.ts';
import { moveAction } from './states.ts';

/**
 * Everything from which a compensation is made. All of it comes from records; only the rationale comes from the caller.
 */
export interface Compensated {
  readonly original: Action;
  /** The payload of the original Action. `kept` is its case. Both are parsed. */
  readonly payload: unknown;
  readonly kept: ActionCase;
  readonly kind: ActionKind;
  /** The action kind of the compensation, from the release under which the original Action was staged. */
  readonly by: ActionKind;
  readonly pins: Readonly<Record<string, Hash>>;
}

export interface Requester {
  readonly requester: Actor;
  readonly owner?: string;
  readonly policies: readonly string[];
}

/**
 * Returns how an Action of this kind is undone.
 * @throws Failure `subject.unfit` if the kind says that it cannot be undone
 */
export function compensatingKind({ compensation }: ActionKind): Exclude<Compensation, string | { none: string }> {
  if (typeof compensation !== 'string' && 'kind' in compensation) return compensation;
  const why = typeof compensation === 'string' ? '' : `: ${compensation.none}`;
  throw new Failure('subject.unfit', `an Action of this kind cannot be compensated${why}`);
}

/**
 * Returns the version that the change made. The compensation applies only to this version, so it cannot undo a later
 * change.
 */
function versionMade({ state, sorReceipt }: Action): string {
  if (state !== 'committed')
    throw new Failure('action.not_open', `the Action is ${state}, but only a committed Action can be compensated`);
  const version = sorReceipt?.version;
  if (version === undefined || version.startsWith('W/')) {
    throw new Failure(
      'subject.unfit',
      'the system of record did not return a strong version (ETag) after the change, so the change cannot be compensated. Stage a new Action that restores the old values',
    );
  }
  return version;
}

/**
 * Stages the Action that undoes a committed one. It needs its own approval, and its basis is the version that the
 * change made. Both Actions name each other, in one transaction with the Decision.
 * @throws Failure `action.not_open`, `subject.unfit`
 */
export function compensate(
  compensated: Compensated,
  { rationale, ...by }: Requester & { readonly rationale: string },
  stamp: Stamp,
): Transition {
  const { original } = compensated;
  const version = versionMade(original);
  const payload = attachment(payloadOf(compensated));
  const kept = attachment(caseOf(compensated, JSON.parse(payload.text), rationale));
  const before = original.compensations ?? 0;
  const staged = rowOf(compensated, { ...by, before, version, payloadHash: payload.hash, caseHash: kept.hash }, stamp);
  const to = moveAction(original, 'committed', {
    compensatedBy: staged.id,
    compensations: before + 1,
    ...reasonOf(original),
  });
  const made = decisionOf(
    { stamp, seen: original },
    { action: { from: original, to } },
    {
      id: decisionId('action.compensation', staged.id),
      kind: 'action.compensation',
      actionId: original.id,
      by: stamp.by,
      at: atOf(stamp),
      reason: rationale,
    },
  );
  return { ...made, staged: { row: staged, attachments: [payload, kept] } };
}

const reasonOf = ({ reason }: Action): Pick<Action, 'reason'> => (reason === undefined ? {} : { reason });

function attachment(value: unknown): Attachment {
  const text = canonicalJson(value);
  return { hash: sha256(text), text };
}

function payloadOf({ kind, payload, kept }: Compensated): unknown {
  const members = Object.entries(compensatingKind(kind).payload).map(([pointer, from]) => {
    const value = restored(from, payload, kept.basis.object);
    if (value === undefined)
      throw new Failure(
        'subject.unfit',
        `the compensation needs the payload member ${pointer}, but the records of the Action have no value for it`,
      );
    return [pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~'), value] as const;
  });
  return Object.fromEntries(members);
}

function restored(from: Restored, payload: unknown, object: unknown): unknown {
  if ('text' in from) return from.text;
  return 'payload' in from ? valueAt(payload, from.payload) : valueAt(object, from.object);
}

/**
 * Returns the case for the approvers. The old value of a label is the value to which the original change set this
 * label. If the original change does not show the label, the old value is null.
 */
function caseOf({ by, original, kept }: Compensated, payload: unknown, rationale: string): ActionCase {
  const made = new Map(kept.changes.map(({ label, to }) => [label, to]));
  return {
    rationale,
    basis: kept.basis,
    evidence: [],
    drafts: {},
    changes: by.shows.map(({ label, payload: to }) => ({
      label,
      from: made.get(label) ?? null,
      to: valueAt(payload, to) ?? null,
    })),
    compensates: { actionId: original.id, rationale: kept.rationale },
  };
}

function rowOf(
  { original, by, pins }: Compensated,
  {
    before,
    version,
    payloadHash,
    caseHash,
    policies,
    ...who
  }: Requester & {
    readonly before: number;
    readonly version: string;
    readonly payloadHash: Hash;
    readonly caseHash: Hash;
  },
  stamp: Stamp,
): Action {
  const at = atOf(stamp);
  const named = `${by.id}@${by.version}`;
  const pin = pins[named];
  return {
    ...who,
    id: actionId(sha256(`compensation#${original.id}#${before}`)),
    state: 'staged',
    version: 1,
    kind: by.id,
    kindVersion: by.version,
    release: original.release,
    tool: original.tool,
    toolVersion: original.toolVersion,
    runId: original.runId,
    ...(original.subject === undefined ? {} : { subject: original.subject }),
    purpose: original.purpose,
    target: { ...original.target, version },
    payloadHash,
    caseHash,
    authoring: {
      ...original.authoring,
      eventId: ownEventId(stamp.function, stamp.uuid),
      at,
      policies,
      pins: { ...original.authoring.pins, ...(pin === undefined ? {} : { [named]: pin }) },
    },
    approval: by.approval,
    markings: original.markings,
    stagedAt: at,
    stagedUntil: new Date(stamp.atMillis + by.stagedForSeconds * 1000).toISOString(),
    round: 1,
    attempts: 0,
    reconciliations: 0,
    compensates: original.id,
  };
}

/**
 * Extends the commit of a compensation: the undone Action becomes `compensated` in the same transaction. If that Action
 * has changed in another way, the commit stays as it is.
 * @param stamp the stamp for the event of the undone Action
 */
export function alsoCompensated(commit: Transition, original: Action, stamp: Stamp): Transition {
  const made = commit.action?.to;
  if (made?.state !== 'committed' || original.state !== 'committed' || original.compensatedBy !== made.id)
    return commit;
  const to = moveAction(original, 'compensated', { reason: 'compensation.committed' });
  const { event } = transitionOf(
    { stamp, seen: original },
    { action: { from: original, to } },
    'compensation.committed',
  );
  return { ...commit, undone: { from: original, to, event } };
}
