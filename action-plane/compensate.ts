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

/** What a compensation is made of: records alone, never a caller's words but for the rationale. */
export interface Compensated {
  readonly original: Action;
  /** Its payload and its case, parsed. */
  readonly payload: unknown;
  readonly kept: ActionCase;
  readonly kind: ActionKind;
  /** The compensating kind, of the release that the original was authored under. */
  readonly by: ActionKind;
  readonly pins: Readonly<Record<string, Hash>>;
}

export interface Requester {
  readonly requester: Actor;
  readonly requesterGroups?: readonly string[];
  readonly owner?: string;
  readonly policies: readonly string[];
}

/** @throws Failure `subject.unfit` where the kind says that nothing undoes it */
export function compensatingKind({ compensation }: ActionKind): Exclude<Compensation, string | { none: string }> {
  if (typeof compensation !== 'string' && 'kind' in compensation) return compensation;
  const why = typeof compensation === 'string' ? '' : `: ${compensation.none}`;
  throw new Failure('subject.unfit', `an Action of this kind is not compensated${why}`);
}

/** The version that the change made: undone is just this change, and never what came after it. */
function versionMade({ state, sorReceipt }: Action): string {
  if (state !== 'committed')
    throw new Failure('action.not_open', `the Action is ${state}: only a committed one is undone`);
  const version = sorReceipt?.version;
  if (version === undefined || version.startsWith('W/')) {
    throw new Failure('subject.unfit', 'the system of record told no version of what the change made: stage it back');
  }
  return version;
}

/**
 * Stages the Action that undoes a committed one: an Action of its own, with its own approval, resting on the version that
 * the change made. The two are linked both ways, in one transaction with the Decision.
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
      throw new Failure('subject.unfit', `the records of the Action hold nothing for ${pointer}`);
    return [pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~'), value] as const;
  });
  return Object.fromEntries(members);
}

function restored(from: Restored, payload: unknown, object: unknown): unknown {
  if ('text' in from) return from.text;
  return 'payload' in from ? valueAt(payload, from.payload) : valueAt(object, from.object);
}

/** What approvers see: what the change made is what is there now, as far as the two kinds show the same. */
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
 * The commit of a compensation makes what it undoes `compensated`, in the same transaction. Where that has moved on in
 * another way, the commit is recorded alone.
 * @param stamp of the second event
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
