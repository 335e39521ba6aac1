import type { Action, ActionCase } from '../../contract/rows/action.ts';
import { viewOfAction } from '../../contract/rows/action-view.ts';
import type { ActionKind } from '../../contract/artefacts/action-kind.ts';
import { declaredBy, type Sor } from '../../contract/artefacts/sor.ts';
import { Failure } from '../../contract/failures.ts';
import { actorOf } from '../../contract/authority/identity.ts';
import { actionId } from '../../contract/dispatch/keys.ts';
import { mustBePlain } from '../../contract/dispatch/must-be-plain.ts';
import { internalTarget } from '../../contract/rows/objects.ts';
import type { CallFacts, Product } from '../../contract/pattern.ts';
import { valueAt } from '../../contract/values/pointers.ts';
import type { DispatchRecord, Effect } from '../../contract/system.ts';
import { attachments } from './attachments.ts';
import { basisOf, type Basis } from './basis.ts';
import { citedBy } from './cited.ts';
import { mustBeItsDraft } from './object-draft.ts';
import { draftsOf } from './drafts.ts';
import { lookupsOf, pinsOfLookups, seenRecords, type LookedUp } from './lookups.ts';
import { evidenceOf } from './evidence.ts';
import type { Request, Response } from './schema.ts';
import { mustBeValidated } from './validations.ts';

interface Refs {
  readonly kind: ActionKind;
  /** Present only if the target is in an external system. */
  readonly sor?: Sor | undefined;
  readonly cited: readonly DispatchRecord[];
}

/**
 * Checks everything that a call claims about its Action against the platform's own records, and makes the Action's row.
 * The same idempotency key gives the same Action id.
 * @throws Failure `arguments.invalid`, `basis.*`, `evidence.mismatch`, `draft.mismatch`, `result.too_large`,
 * `run.required`, `key.required`
 */
export function stage(
  args: Request,
  refs: Refs,
  call: CallFacts,
): Product<Response, Extract<Effect, { put: 'Action' }>> {
  const { kind, sor } = refs;
  const { payload, targetRef } = args.action;
  mustBePlain({
    '/action/targetRef': targetRef,
    '/action/payload': payload,
    '/rationale': args.rationale,
    ...Object.fromEntries(args.evidence.map((cites, i) => [`/evidence/${i}/arguments`, cites.arguments])),
  });
  const subject = { kind, sor: sor?.id ?? internalTarget, resource: resourceOf(args, refs), targetRef };
  const cited = citedBy(refs.cited);
  const basis = basisOf(cited.record(args.basis, '/basis'), subject, call.atMillis);
  const evidence = evidenceOf(args.evidence, cited);
  const lookups = lookupsOf(kind, basis.object, { cited: refs.cited, atMillis: call.atMillis });
  mustBeValidated(kind, { payload, object: basis.object, lookups }, evidence);
  const [payloadText, caseText] = attachments(payload, {
    rationale: args.rationale,
    basis: shownRecord(basis),
    ...(lookups.size === 0
      ? {}
      : { lookups: Object.fromEntries([...lookups].map(([name, found]) => [name, shownRecord(found)])) }),
    evidence,
    drafts: draftsOf(args.drafts, payload, cited),
    changes: changesOf(kind, basis, payload),
  });
  mustBeItsDraft(kind, args);
  const target = { sor: subject.sor, resource: subject.resource, ref: targetRef, version: basis.version };
  const row = rowOf({ kind, target, basis, lookups, payloadHash: payloadText.hash, caseHash: caseText.hash }, call);
  return {
    result: viewOfAction(row),
    effect: { put: 'Action', row, attachments: [payloadText, caseText] },
    decision: { actionId: row.id, basis: row.authoring.basis },
    targets: [target],
  };
}

const shownRecord = ({ record: { receipt }, object }: Pick<Basis, 'record' | 'object'> | LookedUp) => ({
  eventId: receipt.eventId,
  tool: receipt.tool,
  version: receipt.version,
  object,
});

function resourceOf({ action }: Request, { kind, sor }: Refs): string {
  if ((sor?.id ?? internalTarget) !== kind.targetSor) {
    throw new Failure('arguments.invalid', `/action/targetSor: must be ${kind.targetSor}, the target of this kind`, {
      pointer: '/action/targetSor',
    });
  }
  if (!sor && kind.object) return kind.object.type;
  const mutations = sor ? declaredBy(sor).mutations : {};
  const mutation = Object.hasOwn(mutations, kind.mutation) ? mutations[kind.mutation] : undefined;
  if (!mutation) {
    throw new Failure(
      'ref.unknown',
      `/action/kind: ${action.targetSor} does not declare the mutation ${kind.mutation}. Ask the tool author to correct the action kind`,
      {
        pointer: '/action/kind',
      },
    );
  }
  return mutation.resource;
}

/** Returns the changes that an approver is shown. A missing member is shown as null. */
const changesOf = (kind: ActionKind, basis: Basis, payload: unknown): ActionCase['changes'] =>
  kind.shows.map(({ label, payload: to, object: from }) => ({
    label,
    from: valueAt(basis.object, from) ?? null,
    to: valueAt(payload, to) ?? null,
  }));

function rowOf(
  made: Pick<Action, 'target' | 'payloadHash' | 'caseHash'> & {
    kind: ActionKind;
    basis: Basis;
    lookups: ReadonlyMap<string, LookedUp>;
  },
  call: CallFacts,
): Action {
  const { kind, basis, lookups, target, payloadHash, caseHash } = made;
  if (!call.run)
    throw new Failure('run.required', 'the header Run-Id is missing. Open a run, because each Action belongs to a run');
  if (call.keySpace === undefined)
    throw new Failure(
      'key.required',
      'the header Idempotency-Key is missing. Send it, because the id of the Action is made from it',
    );
  const { owner } = call.principal;
  return {
    id: actionId(call.keySpace),
    state: 'staged',
    version: 1,
    kind: kind.id,
    kindVersion: kind.version,
    release: call.release,
    tool: call.tool.id,
    toolVersion: call.tool.version,
    requester: actorOf(call.principal),
    ...(owner === undefined ? {} : { owner }),
    runId: call.run.runId,
    ...(call.run.subject === undefined ? {} : { subject: call.run.subject }),
    purpose: call.purpose,
    ...(call.key === undefined ? {} : { idempotencyKey: call.key }),
    target,
    payloadHash,
    caseHash,
    authoring: {
      eventId: call.eventId,
      basis: basis.record.receipt.eventId,
      at: call.at,
      policies: call.policies,
      pins: { ...call.pins, ...pinsOfLookups(lookups) },
    },
    ...seenRecords(lookups),
    approval: kind.approval,
    markings: call.markings,
    stagedAt: call.at,
    stagedUntil: new Date(call.atMillis + kind.stagedForSeconds * 1000).toISOString(),
    round: 1,
    attempts: 0,
    reconciliations: 0,
  };
}
