import type { Caller } from '../../contract/authority/identity.ts';
import { newUuid } from '../../contract/dispatch/keys.ts';
import { platformFunctions, type PlatformFunction } from '../../contract/platform/functions.ts';
import type { HttpAnswer, HttpEvent, HttpRequest } from '../../lambdas/http.ts';

export interface RequestOptions {
  readonly routeKey?: string;
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly at?: number;
}

/** Makes the request that API Gateway passes to a function after the authorizer has accepted the caller's token. */
export function requestBy(caller: Caller, options: RequestOptions = {}): HttpRequest {
  const at = options.at ?? Date.now();
  const event: HttpEvent = {
    version: '2.0',
    routeKey: options.routeKey ?? '$default',
    rawPath: '/',
    rawQueryString: '',
    headers: { ...options.headers },
    isBase64Encoded: false,
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      domainName: 'api.example',
      domainPrefix: 'api',
      http: { method: 'GET', path: '/', protocol: 'HTTP/1.1', sourceIp: '198.51.100.7', userAgent: 'test' },
      requestId: 'JKJaXmPLvHcESHA=',
      routeKey: options.routeKey ?? '$default',
      stage: '$default',
      time: new Date(at).toISOString(),
      timeEpoch: at,
      authorizer: { principalId: caller.id, integrationLatency: 0, jwt: { claims: {}, scopes: [] } },
    },
    ...(options.id === undefined ? {} : { pathParameters: { id: options.id } }),
    ...(options.query === undefined ? {} : { queryStringParameters: { ...options.query } }),
    ...(options.body === undefined
      ? {}
      : { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
  };
  const via = { requestId: 'JKJaXmPLvHcESHA=', sourceIp: '198.51.100.7' };
  return { function: functionOf(options.routeKey), id: newUuid(), at, deadlineAt: at + 24_000, caller, via, event };
}

/** Returns the function that the contract assigns to a route; `catalog` if the contract does not have the route. */
const functionOf = (route = '$default'): string =>
  Object.entries<PlatformFunction>(platformFunctions).find(([, { routes }]) =>
    routes?.some((one) => one === route),
  )?.[0] ?? 'catalog';

/** Makes the request with which a human grants or denies a Task. It has the digest that the human was shown. */
export const voteRequest = (
  plane: { readonly taskId: string; readonly digest: string },
  vote: { readonly by: Caller; readonly decision: 'grant' | 'deny' },
  at: number,
): HttpRequest =>
  requestBy(vote.by, {
    routeKey: 'POST /v1/tasks/{id}/decision',
    id: plane.taskId,
    at,
    body: { decision: vote.decision, digest: plane.digest, reason: 'as discussed' },
  });

export const bodyOfAnswer = ({ body }: HttpAnswer): Record<string, unknown> =>
  JSON.parse(body ?? '') as Record<string, unknown>;
