/**
 * The closed table of refusals and failures. The code is the name: callers, state machines and alarms match on it.
 * `next` tells the caller what to do. Outcomes that a caller must normally expect are typed values, not failures.
 */
export const failures = {
  'body.too_large': { status: 413, retryable: false, next: 'Send at most 256 KB.' },
  'source.too_large': {
    status: 413,
    retryable: false,
    next: 'Send at most 20 MB for a source. Send at most 64 KB in the body, and upload what is larger.',
  },
  'body.malformed': { status: 400, retryable: false, next: 'Send one JSON object.' },
  'body.too_deep': { status: 400, retryable: false, next: 'Nest at most 64 levels.' },
  'body.duplicate_key': { status: 400, retryable: false, next: 'Name each member of an object once.' },
  'body.unsafe_number': { status: 400, retryable: false, next: 'Send exact numbers as strings.' },
  'body.lone_surrogate': { status: 400, retryable: false, next: 'Send well-formed Unicode.' },
  'body.forbidden_key': { status: 400, retryable: false, next: 'Rename the member.' },
  'header.malformed': {
    status: 400,
    retryable: false,
    next: 'Correct the header that the detail names: use 16 to 255 characters of A-Z a-z 0-9 _ . : -',
  },
  'purpose.required': { status: 400, retryable: false, next: 'Send Purpose-Of-Use, or open a run with a purpose.' },
  'purpose.differs': {
    status: 400,
    retryable: false,
    next: 'Send the purpose that the run was opened with, or leave Purpose-Of-Use out.',
  },
  'run.required': { status: 400, retryable: false, next: 'Open a run (POST /v1/runs) and send its id in Run-Id.' },
  'key.required': {
    status: 400,
    retryable: false,
    next: 'Send an Idempotency-Key that is new for each intended change.',
  },
  'version.required': { status: 400, retryable: false, next: 'Send Tool-Version with one of the pinned versions.' },
  'arguments.invalid': { status: 400, retryable: false, next: 'Correct the member that the pointer names.' },
  'request.invalid': { status: 400, retryable: false, next: 'Correct the member or parameter that the detail names.' },
  'token.unfit': {
    status: 401,
    retryable: false,
    next: 'Send the access token of an agent or of a human who is logged in.',
  },
  'caller.unknown': { status: 403, retryable: false, next: 'Ask the platform engineer to define this caller.' },
  'permission.denied': {
    status: 403,
    retryable: false,
    next: 'Ask the platform engineer for the scope, purpose or clearance that the named policy asks for.',
  },
  'permission.failed': {
    status: 403,
    retryable: false,
    next: 'Tell the platform engineer that the policy failed, with the event id.',
  },
  'marking.exceeds_clearance': {
    status: 403,
    retryable: false,
    next: 'Ask the platform engineer for the clearance that is missing.',
  },
  'marking.exceeds_tool': {
    status: 403,
    retryable: false,
    next: 'Ask the tool author to allow these markings, or use another tool.',
  },
  'version.not_pinned': { status: 403, retryable: false, next: 'Use the version that your definition pins.' },
  'tool.not_released': {
    status: 403,
    retryable: false,
    next: 'Use a released version, or ask the tool author to promote this one (logic-plane promote).',
  },
  'tool.withdrawn': {
    status: 403,
    retryable: false,
    next: 'Use a version that is not withdrawn. GET /v1/tools lists them.',
  },
  'tool.suspended': { status: 403, retryable: false, next: 'Wait until an operator resumes the tool.' },
  'approval.forbidden': { status: 403, retryable: false, next: 'Ask another approver to decide this Task.' },
  'function.unknown': { status: 404, retryable: false, next: 'Use a path that GET /v1/tools lists.' },
  'tool.unknown': { status: 404, retryable: false, next: 'Use a tool that GET /v1/tools lists.' },
  'version.unknown': { status: 404, retryable: false, next: 'Use a version that GET /v1/tools lists.' },
  'run.unknown': {
    status: 404,
    retryable: false,
    next: 'Send the id of a run that you opened, or open one (POST /v1/runs).',
  },
  'event.unknown': { status: 404, retryable: false, next: 'Cite the event id of an answer that you got in this run.' },
  'action.unknown': {
    status: 404,
    retryable: false,
    next: 'Send the id of an Action that you staged and are cleared for.',
  },
  'task.unknown': { status: 404, retryable: false, next: 'Use a Task of a queue that you are a member of.' },
  'source.unknown': {
    status: 404,
    retryable: false,
    next: 'Send the id of a source that you are cleared for. POST /v1/sources makes one.',
  },
  'object.unknown': {
    status: 404,
    retryable: false,
    next: 'Use the type and id of an object that was imported or committed.',
  },
  'ref.unknown': { status: 404, retryable: false, next: 'Use a name that the tool lists under uses.' },
  'run.expired': { status: 409, retryable: false, next: 'Open a new run.' },
  'run.pin_unavailable': {
    status: 409,
    retryable: false,
    next: 'Open a new run. This build no longer holds what the old run pins.',
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
  'action.not_open': { status: 409, retryable: false, next: 'Read the Action again: its state has changed.' },
  'task.not_open': {
    status: 409,
    retryable: true,
    next: 'Retry after the time in Retry-After. The target is still being verified.',
  },
  'task.decided': { status: 409, retryable: false, next: 'Read the Task: it has ended.' },
  'task.digest_differs': {
    status: 409,
    retryable: false,
    next: 'Read the Task again and decide on what it shows now.',
  },
  'write.conflict': { status: 409, retryable: true, next: 'Retry with the same key.' },
  'ontology.differs': {
    status: 409,
    retryable: false,
    next: 'Send a candidate of the ontology version that the detail names, and name that version.',
  },
  'source.differs': {
    status: 409,
    retryable: false,
    next: 'Use the existing source that the detail names, or announce its media type.',
  },
  'key.reused': { status: 422, retryable: false, next: 'Use a new Idempotency-Key for another call.' },
  'basis.too_old': { status: 422, retryable: false, next: 'Look the target up again, and cite the new event.' },
  'basis.unfit': {
    status: 422,
    retryable: false,
    next: 'Cite a lookup of this target, and of each record that the kind relies on beside it, by a tool that the kind accepts.',
  },
  'evidence.mismatch': {
    status: 422,
    retryable: false,
    next: 'Send the cited result unchanged, and for a validation its arguments too.',
  },
  'draft.mismatch': { status: 422, retryable: false, next: 'Put the drafted value into the payload unchanged.' },
  'subject.unfit': {
    status: 422,
    retryable: false,
    next: 'Ask for approval of a staged Action, in a queue that approves its kind.',
  },
  'result.too_large': { status: 422, retryable: false, next: 'Ask for less in one call.' },
  'result.invalid': {
    status: 500,
    retryable: false,
    next: "Tell the tool author, with the event id: the result breaks the tool's signature.",
  },
  'object.invalid': {
    status: 500,
    retryable: false,
    next: 'Import the object again so that it matches its type, or tell the tool author.',
  },
  'dependency.unfit': {
    status: 500,
    retryable: false,
    next: 'Do not retry. Tell the tool author: the source must first be changed as the detail says.',
  },
  'replay.diverged': {
    status: 500,
    retryable: false,
    next: 'Tell the platform engineer, with the event id: the recorded result cannot be reproduced.',
  },
  internal: { status: 500, retryable: false, next: 'Tell the platform engineer, with the event id.' },
  'dependency.unavailable': { status: 503, retryable: true, next: 'Retry with the same key. Nothing was done.' },
  'deadline.passed': { status: 503, retryable: true, next: 'Retry with the same key. Nothing was done.' },
  'ledger.unanswered': {
    status: 503,
    retryable: true,
    next: 'Retry with the same key. If the call was recorded, you get its answer.',
  },
} as const satisfies Record<string, { status: number; retryable: boolean; next: string }>;

export type FailureCode = keyof typeof failures;

/** `refused` if the caller can correct it, `failed` if the platform must be repaired. */
export const outcomeOf = (code: FailureCode): 'refused' | 'failed' =>
  failures[code].status < 500 ? 'refused' : 'failed';

/** A refusal or a failure. `detail` names facts, never a value of an argument. */
export class Failure extends Error {
  readonly code: FailureCode;
  /** RFC 6901 pointer to the wrong member of the arguments. */
  readonly pointer: string | undefined;
  /** Retryable exceptions of a pattern, listed in the answer. */
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

/** An expected outcome that a pattern names, such as `lookup.not_found` (docs/spec.md, 9.3). */
export interface Exception {
  readonly kind: string;
  readonly detail: string;
  readonly retryable?: boolean;
}
