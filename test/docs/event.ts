import type { HttpEvent } from '../../lambdas/http.ts';

export interface Asked {
  /** Name of an agent or a login of the demo. */
  readonly by: string;
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Groups of the demo's logins. Every other caller is an agent. */
const groupsOf: Readonly<Record<string, string>> = {
  adjuster: 'adjusters',
  'approver-1': 'approvers',
  'approver-2': 'approvers',
  auditor: 'auditors',
  operator: 'operators',
};

/** Returns the API Gateway event of a request (payload format 2.0), and the function that serves its route. */
export function eventOf(
  { by, method, path, headers, body }: Asked,
  routes: readonly { readonly name: string; readonly route: string }[],
): { name: string; event: HttpEvent } {
  const { pathname, search, searchParams } = new URL(path, 'https://api.example');
  const found = routes.find(({ route }) => parametersOf(route, `${method} ${pathname}`));
  const { name, route } = found ?? { name: 'catalog', route: '$default' };
  const group = groupsOf[by];
  const claims: Record<string, string> =
    group === undefined
      ? { token_use: 'access', sub: `client-${by}`, scope: `agent/${by}` }
      : { token_use: 'access', sub: `sub-${by}`, username: by, 'cognito:groups': `[${group}]` };
  const event: HttpEvent = {
    version: '2.0',
    routeKey: route,
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: { ...headers },
    isBase64Encoded: false,
    queryStringParameters: Object.fromEntries(searchParams),
    pathParameters: parametersOf(route, `${method} ${pathname}`) ?? {},
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      domainName: 'api.example',
      domainPrefix: 'api',
      http: { method, path: pathname, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'docs' },
      requestId: 'docs',
      routeKey: route,
      stage: '$default',
      time: new Date().toISOString(),
      timeEpoch: Date.now(),
      authorizer: { principalId: by, integrationLatency: 0, jwt: { claims, scopes: [] } },
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  return { name, event };
}

/**
 * Returns the path parameters of a request for a route such as `POST /v1/lookup/{tool}`. Undefined if the request has
 * another route.
 */
function parametersOf(route: string, asked: string): Record<string, string> | undefined {
  const pattern = route.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)').replaceAll('$', '\\$');
  const match = new RegExp(`^${pattern}$`).exec(asked);
  return match ? { ...match.groups } : undefined;
}
