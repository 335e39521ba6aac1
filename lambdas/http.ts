import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { RequestOrigin } from '../contract/audit.ts';
import type { Call, Outcome, Tool } from '../contract/call.ts';
import { Failure, failures, type Exception, type FailureCode } from '../contract/failures.ts';
import { timeLimits } from '../contract/platform/limits.ts';
import type { Caller } from '../contract/authority/identity.ts';
import { newUuid } from '../contract/dispatch/keys.ts';
import { isName } from '../contract/values/event-name.ts';
import { utf8Text } from '../contract/values/utf8.ts';
import { callerOf } from './caller.ts';

export type HttpEvent = APIGatewayProxyEventV2WithJWTAuthorizer;
export type HttpAnswer = APIGatewayProxyStructuredResultV2;
export type HttpHandler = (event: HttpEvent) => Promise<HttpAnswer>;

/** An authenticated request, with the instant at which it arrived. */
export interface HttpRequest {
  /** The function that handles the request. The id of its event begins with this name. */
  readonly function: string;
  readonly id: string;
  readonly at: number;
  readonly deadlineAt: number;
  readonly caller: Caller;
  readonly via: RequestOrigin;
  readonly event: HttpEvent;
}

/** Returns a handler that turns an API Gateway event into a tool's Call, and the Outcome into an HTTP answer. */
export const toolHandler =
  (functionName: string, run: Tool): HttpHandler =>
  async (event) => {
    const request = requestOf(event, functionName);
    if (!request) return unauthenticated();
    return answeredInTime(request, run(callOf(request)).then(answerOf));
  };

/**
 * Answers in time even if a dependency does not respond. Shortly before Lambda would end the function, the caller is
 * told that the outcome is unknown and that it should retry. This answer has no event id, because the event may not
 * exist. The work may still go on, but its result is dropped.
 */
export async function answeredInTime(
  { at }: Pick<HttpRequest, 'at'>,
  answer: Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const silence = new Failure('ledger.unanswered', 'a dependency did not answer in time, so the outcome is unknown');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<HttpAnswer>((resolve) => {
    const left = at + timeLimits.answerMillis - Date.now();
    timer = setTimeout(() => resolve(problem(refusalOf(silence))), left);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the authenticated request. Undefined if the token names neither an agent nor a human, although the authorizer
 * accepted it.
 */
export function requestOf(event: HttpEvent, functionName: string): HttpRequest | undefined {
  const caller = callerOf(event);
  if (!caller) return undefined;
  const at = Date.now();
  const deadlineAt = at + timeLimits.callMillis;
  return { function: functionName, id: newUuid(), at, deadlineAt, caller, via: originOf(event), event };
}

/** Returns the gateway's id of the request and the address from which it came. */
function originOf({ requestContext }: Pick<HttpEvent, 'requestContext'>): RequestOrigin {
  const { requestId, http } = requestContext;
  return {
    ...(isName(requestId) ? { requestId } : {}),
    ...(isName(http.sourceIp) ? { sourceIp: http.sourceIp } : {}),
  };
}

function callOf({ event, ...request }: HttpRequest): Call {
  const header = (name: string): string | undefined => event.headers[name];
  const [purpose, runId, key, version] = [
    header('purpose-of-use'),
    header('run-id'),
    header('idempotency-key'),
    header('tool-version'),
  ];
  return {
    ...request,
    tool: event.pathParameters?.['tool'] ?? '',
    // A body that is not UTF-8 becomes the empty text, which is not JSON. The chain then refuses it and records the
    // refusal.
    body: textOf(event) ?? '',
    ...(purpose === undefined ? {} : { purpose }),
    ...(runId === undefined ? {} : { runId }),
    ...(key === undefined ? {} : { key }),
    ...(version === undefined ? {} : { version }),
  };
}

/**
 * Returns the body as text. Undefined for bytes that are not UTF-8: if they were decoded leniently, two different
 * bodies could become the same call. For a media type such as JSON, the gateway decodes the bytes itself and passes on
 * a string. If that string has U+FFFD and another length than the body that was sent, the gateway has replaced a wrong
 * byte.
 */
function textOf(event: HttpEvent): string | undefined {
  const body = event.body ?? '';
  if (event.isBase64Encoded) return utf8Text(Buffer.from(body, 'base64'));
  const sentBytes = event.headers['content-length'];
  const replaced = body.includes('\uFFFD') && sentBytes !== undefined && Number(sentBytes) !== Buffer.byteLength(body);
  return replaced ? undefined : body;
}

/**
 * Returns the body as text.
 * @throws Failure `body.malformed`
 */
export function bodyOf(event: HttpEvent): string {
  const text = textOf(event);
  if (text === undefined) throw new Failure('body.malformed', 'the body is not valid UTF-8');
  return text;
}

function answerOf(outcome: Outcome): HttpAnswer {
  if ('refused' in outcome) {
    const { refused, eventId, detail, pointer, exceptions, retryAfterSeconds } = outcome;
    return problem({ code: refused, detail, pointer, exceptions, retryAfterSeconds }, eventId);
  }
  return {
    statusCode: 200,
    headers: {
      'content-type': 'application/json',
      'audit-event-id': outcome.eventId,
      ...(outcome.replayed ? { 'idempotent-replayed': 'true' } : {}),
    },
    body: outcome.body,
  };
}

interface Refusal {
  readonly code: FailureCode;
  readonly detail: string;
  readonly pointer?: string | undefined;
  readonly exceptions?: readonly Exception[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export const refusalOf = (failure: Failure): Refusal => ({
  code: failure.code,
  detail: failure.message,
  pointer: failure.pointer,
  exceptions: failure.exceptions.length === 0 ? undefined : failure.exceptions,
  retryAfterSeconds: failure.retryAfterSeconds,
});

/** Returns a refusal as problem details (RFC 9457), with a code of the closed table and the next step. */
export function problem(
  { code, detail, pointer, exceptions, retryAfterSeconds }: Refusal,
  eventId?: string,
): HttpAnswer {
  const { status, next } = failures[code];
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/problem+json',
      ...(eventId === undefined ? {} : { 'audit-event-id': eventId }),
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
    body: JSON.stringify({
      type: `urn:logic-plane:${code}`,
      title: code,
      status,
      code,
      detail,
      pointer,
      exceptions,
      next,
      eventId,
    }),
  };
}

export const json = (statusCode: number, body: unknown, eventId?: string): HttpAnswer => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...(eventId === undefined ? {} : { 'audit-event-id': eventId }) },
  body: JSON.stringify(body),
});

/** Marks an answer as the repetition of an earlier one: this request has changed nothing. */
export const repeated = (answer: HttpAnswer): HttpAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'idempotent-replayed': 'true' },
});

export const unauthenticated = (): HttpAnswer =>
  problem({ code: 'token.unfit', detail: 'the token does not name an agent or a human of this tenant' });
