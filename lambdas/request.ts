import type { RequestEvent } from '../contract/audit.ts';
import { Failure, outcomeOf } from '../contract/failures.ts';
import { actorOf } from '../contract/authority/identity.ts';
import { quietly } from '../contract/dispatch/harmless.ts';
import { releaseForEvent } from '../contract/authority/release-in-force.ts';
import { inTime } from '../contract/dispatch/in-time.ts';
import { ownEventId } from '../contract/dispatch/keys.ts';
import type { RoutedFunction } from '../contract/platform/functions.ts';
import { timeLimits } from '../contract/platform/limits.ts';
import { eventName, isName, maxNameLength } from '../contract/values/event-name.ts';
import type { Head, Ledger, Observer } from '../contract/system.ts';
import {
  answeredInTime,
  problem,
  refusalOf,
  requestOf,
  unauthenticated,
  type HttpAnswer,
  type HttpHandler,
  type HttpRequest,
} from './http.ts';
import { byRoute, type Handle, type Routes } from './routes.ts';

interface Refuses {
  readonly ledger: Pick<Ledger, 'note'>;
  readonly head: Head;
  readonly observer: Pick<Observer, 'failed'>;
}
/** The failure if a dependency does not respond. The outcome is unknown, because a write may still be in progress. */
const silence = { now: Date.now, code: 'ledger.unanswered', detail: 'a dependency did not answer in time' } as const;

/** Returns the handler of a function that is not a tool. Each refusal writes one event, as it does for a dispatch. */
export const requestHandler = <F extends RoutedFunction>(
  functionName: F,
  refuses: Refuses,
  routes: Routes<F>,
): HttpHandler => {
  const handle = byRoute(routes);
  return async (event) => {
    const request = requestOf(event, functionName);
    if (!request) return unauthenticated();
    return answeredInTime(request, answeredOrRefused(refuses, handle, request));
  };
};

async function answeredOrRefused(
  { ledger, head, observer }: Refuses,
  handle: Handle,
  request: HttpRequest,
): Promise<HttpAnswer> {
  try {
    mustBeNames(request.event);
    return await inTime(handle(request), { ...silence, at: request.deadlineAt });
  } catch (error) {
    const failure = error instanceof Failure ? error : new Failure('internal', 'the platform failed unexpectedly');
    const end = Math.max(Date.now(), request.deadlineAt);
    const release = await releaseForEvent(head, { ...silence, at: end + timeLimits.recordMillis / 2 });
    const refused = refusedEvent(request, failure, release);
    if (refused.outcome === 'failed') quietly(() => observer.failed(error, refused.eventId));
    try {
      const at = end + timeLimits.recordMillis;
      await inTime(ledger.note(refused), { ...silence, at });
    } catch {
      // The ledger may have stored the event or not, so the caller gets no event id.
      return problem(refusalOf(new Failure('ledger.unanswered', 'the ledger did not answer')));
    }
    return problem(refusalOf(failure), refused.eventId);
  }
}

/**
 * Checks that the values in path and query can become keys of tables and members of events.
 * @throws Failure `request.invalid`
 */
function mustBeNames({ pathParameters, queryStringParameters }: HttpRequest['event']): void {
  const named = [...Object.entries(pathParameters ?? {}), ...Object.entries(queryStringParameters ?? {})];
  const [wrong] = named.find(([, value]) => value !== undefined && !isName(value)) ?? [];
  if (wrong === undefined) return;
  const detail = `${eventName(wrong)} is malformed: use 1 to ${maxNameLength} characters`;
  throw new Failure('request.invalid', detail);
}

const refusedEvent = (request: HttpRequest, failure: Failure, release: string): RequestEvent => ({
  kind: 'request',
  eventId: ownEventId(request.function, request.id),
  at: new Date(request.at).toISOString(),
  actor: actorOf(request.caller),
  ...request.via,
  release,
  outcome: outcomeOf(failure.code),
  code: failure.code,
  subject: subjectOf(request),
});

/**
 * Returns the route. For an unknown path, returns the method and a harmless form of the path, cut to 200 characters.
 */
const subjectOf = ({ event }: HttpRequest): string =>
  event.routeKey === '$default'
    ? `${event.requestContext.http.method} ${event.rawPath.replaceAll(/[^\w./:{}-]/g, '?').slice(0, 200)}`
    : event.routeKey;
