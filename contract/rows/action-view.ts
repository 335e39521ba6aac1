import * as z from 'zod';
import { actionStates, type Action } from './action.ts';

/** An Action as its requester sees it. Payload and case appear only as hashes. */
export const actionView = z.strictObject({
  id: z.string(),
  state: z.enum(actionStates),
  version: z.int().min(1),
  kind: z.string(),
  kindVersion: z.string(),
  target: z.strictObject({ sor: z.string(), resource: z.string(), ref: z.string(), version: z.string() }),
  payloadHash: z.string(),
  caseHash: z.string(),
  authoring: z.strictObject({ eventId: z.string(), basis: z.string(), at: z.string() }),
  approval: z.strictObject({ queues: z.array(z.string()), quorum: z.int().min(1) }),
  stagedUntil: z.string(),
  /** The key that the caller sent, or that the platform issued. A call with this key finds this Action again. */
  idempotencyKey: z.string().optional(),
  /** The Action that this one undoes. `compensatedBy` is the Action that undoes this one. */
  compensates: z.string().optional(),
  compensatedBy: z.string().optional(),
});
export type ActionView = z.infer<typeof actionView>;

export const viewOfAction = (action: Action): ActionView => ({
  id: action.id,
  state: action.state,
  version: action.version,
  kind: action.kind,
  kindVersion: action.kindVersion,
  target: { ...action.target },
  payloadHash: action.payloadHash,
  caseHash: action.caseHash,
  authoring: { eventId: action.authoring.eventId, basis: action.authoring.basis, at: action.authoring.at },
  approval: { queues: [...action.approval.queues], quorum: action.approval.quorum },
  stagedUntil: action.stagedUntil,
  ...(action.idempotencyKey === undefined ? {} : { idempotencyKey: action.idempotencyKey }),
  ...(action.compensates === undefined ? {} : { compensates: action.compensates }),
  ...(action.compensatedBy === undefined ? {} : { compensatedBy: action.compensatedBy }),
});
