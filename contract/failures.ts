/**
 * The closed table of refusals and failures. The code is also the name of the error: callers, state machines and alarms
 * match on it. `next` tells the caller what to do. An outcome that a caller must normally expect is a typed value, not
 * a failure.
 */
export const failures = {
  'body.too_large': { status: 413, retryable: false, next: 'Send a body of at most 256 KB.' },
  'source.too_large': {
    status: 413,
    retryable: false,
    next: 'Send a source of at most 20 MB. A source of at most 64 KB may be in the body; upload a larger one.',
  },
  'body.malformed': { status: 400, retryable: false, next: 'Send one valid JSON object as the body.' },
  'body.too_deep': { status: 400, retryable: false, next: 'Send JSON that is nested at most 64 levels deep.' },
  'body.duplicate_key': { status: 400, retryable: false, next: 'Send each member of an object only once.' },
  'body.unsafe_number': { status: 400, retryable: false, next: 'Send the number as a string, such as "0.1".' },
  'body.lone_surrogate': { status: 400, retryable: false, next: 'Send text that is well-formed Unicode.' },
  'body.forbidden_key': { status: 400, retryable: false, next: 'Rename the member that the detail names.' },
  'header.malformed': {
    status: 400,
    retryable: false,
    next: 'Correct the header that the detail names.',
  },
  'purpose.required': {
    status: 400,
    retryable: false,
    next: 'Send the header Purpose-Of-Use, or open a run with a purpose.',
  },
  'purpose.differs': {
    status: 400,
    retryable: false,
    next: 'Send the purpose that the run was opened with, or omit Purpose-Of-Use.',
  },
  'run.required': {
    status: 400,
    retryable: false,
    next: 'Open a run (POST /v1/runs) and send its id in the header Run-Id.',
  },
  'key.required': {
    status: 400,
    retryable: false,
    next: 'Send the header Idempotency-Key, with a new value for each change.',
  },
  'version.required': {
    status: 400,
    retryable: false,
    next: 'Send the header Tool-Version with one of the versions that the detail lists.',
  },
  'arguments.invalid': {
    status: 400,
    retryable: false,
    next: 'Correct the arguments as the detail says. If there is a pointer, it names the wrong member.',
  },
  'request.invalid': { status: 400, retryable: false, next: 'Correct the member or parameter that the detail names.' },
  'token.unfit': {
    status: 401,
    retryable: false,
    next: 'Send the access token of an agent, or of a human who has logged in.',
  },
  'caller.unknown': {
    status: 403,
    retryable: false,
    next: 'Ask the platform engineer to define this caller in the tenant.',
  },
  'permission.denied': {
    status: 403,
    retryable: false,
    next: 'Ask the platform engineer to remove the cause that the detail names, such as a missing scope or purpose.',
  },
  'permission.failed': {
    status: 403,
    retryable: false,
    next: 'Tell the platform engineer that a policy failed, and send the event id.',
  },
  'marking.exceeds_clearance': {
    status: 403,
    retryable: false,
    next: 'Ask the platform engineer for a clearance for these markings.',
  },
  'marking.exceeds_tool': {
    status: 403,
    retryable: false,
    next: 'Ask the tool author to allow these markings in the tool, or use another tool.',
  },
  'version.not_pinned': {
    status: 403,
    retryable: false,
    next: 'Use a version that you pin, or ask the platform engineer to add a pin.',
  },
  'tool.not_released': {
    status: 403,
    retryable: false,
    next: 'Use a released version, or ask the tool author to promote this one (logic-plane promote).',
  },
  'tool.withdrawn': {
    status: 403,
    retryable: false,
    next: 'Use a version that is not withdrawn. GET /v1/tools lists the versions that you pin.',
  },
  'tool.suspended': { status: 403, retryable: false, next: 'Retry after an operator has resumed the tool.' },
  'agent.suspended': { status: 403, retryable: false, next: 'Retry after an operator has resumed this agent.' },
  'kind.suspended': { status: 403, retryable: false, next: 'Retry after an operator has resumed this action kind.' },
  'queue.suspended': {
    status: 403,
    retryable: false,
    next: 'Retry after an operator has resumed this queue.',
  },
  'sor.suspended': {
    status: 403,
    retryable: false,
    next: 'Retry after an operator has resumed this system of record.',
  },
  'all.suspended': { status: 403, retryable: false, next: 'Retry after an operator has resumed all work.' },
  'approval.forbidden': {
    status: 403,
    retryable: false,
    next: 'Ask another approver to decide the Task, or another operator to resolve the Action.',
  },
  'owner.unbound': {
    status: 403,
    retryable: false,
    next: 'Ask the platform engineer to bind the owner of the agent to a human (logic-plane owner bind LOGIN).',
  },
  'function.unknown': {
    status: 404,
    retryable: false,
    next: 'Use a path of the HTTP API. GET /v1/tools lists the paths of the tools.',
  },
  'tool.unknown': { status: 404, retryable: false, next: 'Use a tool that GET /v1/tools lists.' },
  'version.unknown': { status: 404, retryable: false, next: 'Use a version that GET /v1/tools lists.' },
  'run.unknown': {
    status: 404,
    retryable: false,
    next: 'Send the id of a run that you opened, or open one (POST /v1/runs).',
  },
  'event.unknown': {
    status: 404,
    retryable: false,
    next: 'Use the event id of an answer that you received in this run.',
  },
  'action.unknown': {
    status: 404,
    retryable: false,
    next: 'Use the id of an Action that you staged. The members of its queues can also read it, and an operator can read and resolve it.',
  },
  'task.unknown': {
    status: 404,
    retryable: false,
    next: 'Use a queue of which you are a member, or a Task in it. To withdraw a Task, use one that you requested.',
  },
  'source.unknown': {
    status: 404,
    retryable: false,
    next: 'Send the id of a source that you are cleared for. POST /v1/sources creates a source.',
  },
  'object.unknown': {
    status: 404,
    retryable: false,
    next: 'Use the type and id of an existing live object. A tool that reads exported objects finds only those in the export.',
  },
  'policy.unknown': {
    status: 404,
    retryable: false,
    next: 'Use a hash from the member policyHashes of an event.',
  },
  'ref.unknown': {
    status: 404,
    retryable: false,
    next: 'Use a name that the registry record of the tool lists under uses. If the detail shows a mistake in an artefact, tell the tool author.',
  },
  'run.expired': { status: 409, retryable: false, next: 'Open a new run.' },
  'run.pin_unavailable': {
    status: 409,
    retryable: false,
    next: 'Open a new run. If the request is about an Action, stage it again. A release can be opened for 400 days after it was last in force.',
  },
  'corpus.unpublished': {
    status: 409,
    retryable: false,
    next: 'Ask the operator to publish a snapshot (logic-plane corpus publish), then open a new run.',
  },
  'objects.unexported': {
    status: 409,
    retryable: false,
    next: 'Ask the operator to export the objects (logic-plane objects export TYPE), then call again.',
  },
  'action.not_open': {
    status: 409,
    retryable: false,
    next: 'Read the Action again: its state does not allow this request.',
  },
  'task.not_open': {
    status: 409,
    retryable: true,
    next: 'Retry after the seconds in Retry-After. The platform is still reading the target again.',
  },
  'task.decided': {
    status: 409,
    retryable: false,
    next: 'It is too late for this request: the Task has ended, or its deadline has passed.',
  },
  'task.digest_differs': {
    status: 409,
    retryable: false,
    next: 'Read the Task again, check what it shows now, and send its present digest.',
  },
  'task.claimed': {
    status: 409,
    retryable: false,
    next: 'Ask the person who works on the Task, or decide it without a claim: a claim stops nobody.',
  },
  'write.conflict': {
    status: 409,
    retryable: true,
    next: 'Send the same request again, with the same Idempotency-Key if it had one.',
  },
  'ontology.differs': {
    status: 409,
    retryable: false,
    next: 'Send a candidate of the ontology version that the detail names, with that version as its ontologyPin.',
  },
  'key.reused': {
    status: 422,
    retryable: false,
    next: 'Send another Idempotency-Key: this one belongs to a different call.',
  },
  'result.erased': {
    status: 410,
    retryable: false,
    next: 'The erased values cannot be read again. To make a new call of a tool, send another Idempotency-Key.',
  },
  'basis.too_old': { status: 422, retryable: false, next: 'Look the record up again, and cite the new event.' },
  'basis.unfit': {
    status: 422,
    retryable: false,
    next: 'Cite a lookup of the target, and one of each other record that the action kind requires. Use tools that the kind allows.',
  },
  'evidence.mismatch': {
    status: 422,
    retryable: false,
    next: 'Cite the events that the action kind requires. Send their results unchanged, and the arguments of a validation or classification too.',
  },
  'draft.mismatch': {
    status: 422,
    retryable: false,
    next: 'Correct the member that the detail names. Copy the Draft into the payload unchanged, and cite in the argument drafts the event of the composition that made it.',
  },
  'subject.unfit': {
    status: 422,
    retryable: false,
    next: 'Read the detail. It says why the Action, the Decision or the queue does not allow this request.',
  },
  'result.too_large': {
    status: 422,
    retryable: false,
    next: 'Send less, or ask for a smaller result, for example with a narrower query.',
  },
  'result.invalid': {
    status: 500,
    retryable: false,
    next: "Send the event id to the tool author: the result does not match the tool's signature.",
  },
  'object.invalid': {
    status: 500,
    retryable: false,
    next: 'Import the object again so that it matches its ontology type, or tell the tool author.',
  },
  'dependency.unfit': {
    status: 500,
    retryable: false,
    next: 'Do not retry. Ask the tool author to correct the SoR file or the record of the source as the detail says.',
  },
  'replay.diverged': {
    status: 500,
    retryable: false,
    next: 'Send the event id to the platform engineer: the recorded result cannot be reproduced.',
  },
  internal: { status: 500, retryable: false, next: 'Send the event id to the platform engineer.' },
  'dependency.unavailable': {
    status: 503,
    retryable: true,
    next: 'Send the same request again, with the same Idempotency-Key if it had one. The first request had no effect.',
  },
  'deadline.passed': {
    status: 503,
    retryable: true,
    next: 'Send the same request again, with the same Idempotency-Key if it had one. The first request had no effect.',
  },
  'ledger.unanswered': {
    status: 503,
    retryable: true,
    next: 'Send the same request again, with the same Idempotency-Key if it had one. The first request may have been recorded; a tool call with a key then gets the same answer.',
  },
} as const satisfies Record<string, { status: number; retryable: boolean; next: string }>;

export type FailureCode = keyof typeof failures;

/** Returns `refused` if the caller can correct the request, and `failed` if the platform or a tool must be repaired. */
export const outcomeOf = (code: FailureCode): 'refused' | 'failed' =>
  failures[code].status < 500 ? 'refused' : 'failed';

/** A refusal or a failure with a code of the table. `detail` contains facts, and never a value of an argument. */
export class Failure extends Error {
  readonly code: FailureCode;
  /** The JSON Pointer (RFC 6901) of the wrong member of the arguments. */
  readonly pointer: string | undefined;
  /** The retryable exceptions that the pattern reported. The answer lists them. */
  readonly exceptions: readonly Exception[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: FailureCode,
    detail: string,
    more: { pointer?: string; exceptions?: readonly Exception[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = code;
    this.code = code;
    this.pointer = more.pointer;
    this.exceptions = more.exceptions ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds ?? (failures[code].retryable ? 1 : undefined);
  }
}

/** An expected outcome that a pattern reports, such as `lookup.not_found` (docs/spec.md, 9.3). */
export interface Exception {
  readonly kind: string;
  readonly detail: string;
  readonly retryable?: boolean;
}
