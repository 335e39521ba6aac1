/**
 * The closed table of refusals and failures. The code is the name: callers, state machines and alarms match on it.
 * `next` tells the caller what to do. What a caller must expect in the normal run of things is a typed value, not one of these.
 */
export const failures = {
  'body.too_large': { status: 413, retryable: false, next: 'Send at most 256 KB.' },
  'source.too_large': { status: 413, retryable: false, next: 'Send at most 20 MB a source, and 64 KB of it inline.' },
  'body.malformed': { status: 400, retryable: false, next: 'Send one JSON object.' },
  'body.too_deep': { status: 400, retryable: false, next: 'Nest at most 64 levels.' },
  'body.duplicate_key': { status: 400, retryable: false, next: 'Name each member once.' },
  'body.unsafe_number': { status: 400, retryable: false, next: 'Send exact numbers as strings.' },
  'body.lone_surrogate': { status: 400, retryable: false, next: 'Send well-formed Unicode.' },
  'body.forbidden_key': { status: 400, retryable: false, next: 'Rename the member.' },
  'header.malformed': { status: 400, retryable: false, next: 'Keys and run ids are 16 to 255 of A-Z a-z 0-9 _ . : -' },
  'purpose.required': { status: 400, retryable: false, next: 'Send Purpose-Of-Use, or open a run with a purpose.' },
  'purpose.differs': { status: 400, retryable: false, next: 'Use the purpose that the run was opened with.' },
  'run.required': { status: 400, retryable: false, next: 'Open a run (POST /v1/runs) and send its id in Run-Id.' },
  'key.required': { status: 400, retryable: false, next: 'Send an Idempotency-Key.' },
  'version.required': { status: 400, retryable: false, next: 'Send Tool-Version, or pin the tool in your definition.' },
  'arguments.invalid': { status: 400, retryable: false, next: 'Correct the member that the pointer names.' },
  'request.invalid': { status: 400, retryable: false, next: 'Correct what the detail names.' },
  'token.unfit': { status: 401, retryable: false, next: 'Send an access token of an agent or a login.' },
  'caller.unknown': { status: 403, retryable: false, next: 'Ask the platform engineer to define this caller.' },
  'permission.denied': {
    status: 403,
    retryable: false,
    next: 'Ask the platform engineer for the scope, purpose or clearance that the named policy asks for.',
  },
  'permission.failed': { status: 403, retryable: false, next: 'A policy failed; ask the platform engineer.' },
  'marking.exceeds_clearance': { status: 403, retryable: false, next: 'Ask for the clearance that is missing.' },
  'marking.exceeds_tool': {
    status: 403,
    retryable: false,
    next: 'The tool may not carry these markings; ask its author.',
  },
  'version.not_pinned': { status: 403, retryable: false, next: 'Use the version that your definition pins.' },
  'tool.not_released': { status: 403, retryable: false, next: 'Promote the version (logic-plane promote).' },
  'tool.withdrawn': { status: 403, retryable: false, next: 'Move to a version that is not withdrawn.' },
  'tool.suspended': { status: 403, retryable: false, next: 'Wait until the tool is resumed.' },
  'approval.forbidden': { status: 403, retryable: false, next: 'Somebody else must decide this task.' },
  'function.unknown': { status: 404, retryable: false, next: 'See GET /v1/tools for paths.' },
  'tool.unknown': { status: 404, retryable: false, next: 'See GET /v1/tools for tools.' },
  'version.unknown': { status: 404, retryable: false, next: 'See GET /v1/tools for versions.' },
  'run.unknown': { status: 404, retryable: false, next: 'Use a run that you opened.' },
  'event.unknown': { status: 404, retryable: false, next: 'Cite an event of this run that is yours.' },
  'action.unknown': { status: 404, retryable: false, next: 'Use an Action that you staged.' },
  'task.unknown': { status: 404, retryable: false, next: 'Use a Task of a queue that you are a member of.' },
  'source.unknown': {
    status: 404,
    retryable: false,
    next: 'Use a source that you are cleared for; POST /v1/sources makes one.',
  },
  'object.unknown': {
    status: 404,
    retryable: false,
    next: 'Use the type and id of an object that was imported or committed.',
  },
  'ref.unknown': { status: 404, retryable: false, next: 'Use a name that the tool lists in uses.' },
  'run.expired': { status: 409, retryable: false, next: 'Open a new run.' },
  'run.pin_unavailable': {
    status: 409,
    retryable: false,
    next: 'Open a new run: what this one pins cannot be served.',
  },
  'corpus.unpublished': {
    status: 409,
    retryable: false,
    next: 'Publish a snapshot (logic-plane corpus publish), then open a new run.',
  },
  'objects.unexported': {
    status: 409,
    retryable: false,
    next: 'Export the objects of the type (logic-plane objects export TYPE), then call again.',
  },
  'action.not_open': { status: 409, retryable: false, next: 'The Action has moved on; read it again.' },
  'task.not_open': {
    status: 409,
    retryable: true,
    next: 'Retry after the given time: the target is still being verified.',
  },
  'task.decided': { status: 409, retryable: false, next: 'The Task has ended; read it.' },
  'task.digest_differs': {
    status: 409,
    retryable: false,
    next: 'Read the Task again and decide on what it shows now.',
  },
  'write.conflict': { status: 409, retryable: true, next: 'Retry with the same key.' },
  'ontology.differs': {
    status: 409,
    retryable: false,
    next: 'Type the candidate by the ontology that the tool pins, and name that version.',
  },
  'source.differs': {
    status: 409,
    retryable: false,
    next: 'These bytes stand under another media type; read the source that the detail names.',
  },
  'key.reused': { status: 422, retryable: false, next: 'Use a new Idempotency-Key for another call.' },
  'basis.too_old': { status: 422, retryable: false, next: 'Look the target up again and cite that event.' },
  'basis.unfit': { status: 422, retryable: false, next: 'Cite a lookup of the target by a tool that the kind names.' },
  'evidence.mismatch': {
    status: 422,
    retryable: false,
    next: 'Send the cited result, and for a validation its arguments, as they were.',
  },
  'draft.mismatch': { status: 422, retryable: false, next: 'Send the drafted value unchanged.' },
  'subject.unfit': {
    status: 422,
    retryable: false,
    next: 'Ask for approval of an Action that is staged, in a queue of its kind.',
  },
  'result.too_large': { status: 422, retryable: false, next: 'Ask for less at once.' },
  'result.invalid': { status: 500, retryable: false, next: 'The tool broke its own signature; tell its author.' },
  'object.invalid': {
    status: 500,
    retryable: false,
    next: 'A stored object is not of its type; import it again, or tell the tool author.',
  },
  'dependency.unfit': {
    status: 500,
    retryable: false,
    next: 'Do not retry: it stays so until the source is mended as the detail says; tell the tool author.',
  },
  'replay.diverged': {
    status: 500,
    retryable: false,
    next: 'The recorded result cannot be reproduced; tell the platform engineer.',
  },
  internal: { status: 500, retryable: false, next: 'Tell the platform engineer, with the event id.' },
  'dependency.unavailable': { status: 503, retryable: true, next: 'Nothing was done; retry with the same key.' },
  'deadline.passed': { status: 503, retryable: true, next: 'Nothing was done; retry with the same key.' },
  'ledger.unanswered': {
    status: 503,
    retryable: true,
    next: 'Retry with the same key: what was recorded is answered again.',
  },
} as const satisfies Record<string, { status: number; retryable: boolean; next: string }>;

export type FailureCode = keyof typeof failures;

/** A call is refused for what its caller can change, and fails for what the platform has to mend. */
export const outcomeOf = (code: FailureCode): 'refused' | 'failed' =>
  failures[code].status < 500 ? 'refused' : 'failed';

/** What a caller is refused with. `detail` names facts, never a value of an argument. */
export class Failure extends Error {
  readonly code: FailureCode;
  /** RFC 6901 pointer to the member of the arguments that was wrong. */
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

/** An expected outcome that a pattern names, such as `lookup.not_found`; typed by the spec's 9.3. */
export interface Exception {
  readonly kind: string;
  readonly detail: string;
  readonly retryable?: boolean;
}
