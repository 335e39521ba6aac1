import type { Caller } from '../../../contract/authority/identity.ts';
import type { HttpAnswer, HttpEvent, HttpHandler } from '../../../lambdas/http.ts';
import { requestBy } from '../http-request.ts';

export interface Asked {
  readonly who: Caller;
  /** The route as API Gateway names it, such as `POST /v1/{function}/{tool}`. */
  readonly route: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Answered {
  readonly asked: Asked;
  readonly status: number;
  readonly eventId: string | undefined;
  readonly replayed: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly text: string;
  /** The code of a refusal; undefined if the answer is not a refusal. */
  readonly code: string | undefined;
}

/**
 * An HTTP API with a JWT authorizer. It passes each request, with the caller's claims, to the function of its route, and
 * records every answer.
 */
export class Gateway {
  readonly answers: Answered[] = [];
  readonly #handlers: ReadonlyMap<string, HttpHandler>;

  constructor(handlers: ReadonlyMap<string, HttpHandler>) {
    this.#handlers = handlers;
  }

  async call(asked: Asked): Promise<Answered> {
    const route =
      asked.route === 'POST /v1/{function}/{tool}' ? `POST /v1/${asked.path?.['function']}/{tool}` : asked.route;
    const handler = this.#handlers.get(route);
    if (!handler) throw new Error(`no function at ${route}`);
    const answer = answeredOf(asked, await handler(eventOf(asked)));
    this.answers.push(answer);
    return answer;
  }
}

function answeredOf(asked: Asked, { statusCode = 500, headers = {}, body = '' }: HttpAnswer): Answered {
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return value === undefined ? undefined : String(value);
  };
  const retryAfter = header('retry-after');
  const problem = header('content-type') === 'application/problem+json';
  return {
    asked,
    status: statusCode,
    eventId: header('audit-event-id'),
    replayed: header('idempotent-replayed') === 'true',
    retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
    text: body,
    code: problem ? String((JSON.parse(body) as { code: unknown }).code) : undefined,
  };
}

/** Makes the event that a function gets after the authorizer has accepted the token. */
export function eventOf({ who, route, path, query, headers, body }: Asked): HttpEvent {
  const { event } = requestBy(who, {
    routeKey: route,
    ...(query === undefined ? {} : { query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
  });
  const claims = who.kind === 'agent' ? agentClaims(who) : humanClaims(who);
  return {
    ...event,
    ...(path === undefined ? {} : { pathParameters: { ...path } }),
    requestContext: {
      ...event.requestContext,
      authorizer: { principalId: who.id, integrationLatency: 0, jwt: { claims, scopes: [] } },
    },
  };
}

const agentClaims = ({ name }: Caller) => ({ sub: `client-${name}`, token_use: 'access', scope: `agent/${name}` });

const humanClaims = ({ id, name, groups }: Caller) => ({
  sub: id,
  username: name,
  token_use: 'access',
  'cognito:groups': `[${groups.join(' ')}]`,
});
