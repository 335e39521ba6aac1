import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { RootAccess } from './root-access.ts';
import { type AwsCredentials, type HttpMethod, signed } from './signed.ts';

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Sends one HTTP request to the loopback. It has its own agent, so that a proxy of the process's global agent is not
 * used.
 */
export const exchangeOnLoopback = (
  url: URL,
  options: {
    method: HttpMethod;
    headers?: Record<string, string>;
    body?: string | Uint8Array;
    timeoutMillis: number;
    agent?: Agent | undefined;
  },
): Promise<HttpReply> =>
  new Promise((resolve, reject) => {
    const { method, headers = {}, body = '', timeoutMillis, agent = new Agent() } = options;
    const signal = AbortSignal.timeout(timeoutMillis);
    const sent = request(url, { method, headers, agent, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

/**
 * Request to a service: the query protocol names an `Action` (STS, IAM), the JSON protocol a target (Cognito,
 * DynamoDB), and the REST protocol a path (Lambda, S3).
 */
export type AwsCall =
  | { readonly service: string; readonly query: Readonly<Record<string, string>> }
  | { readonly service: string; readonly target: string; readonly input: object; readonly version?: '1.0' | '1.1' }
  | {
      readonly service: string;
      readonly method: HttpMethod;
      /** Path, already percent-encoded (RFC 3986). */
      readonly path: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly input?: object;
    };

interface Content {
  readonly method: HttpMethod;
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const contentOf = (call: AwsCall): Content => {
  if ('query' in call) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { method: 'POST', path: '/', body: new URLSearchParams(call.query).toString(), headers };
  }
  if ('target' in call) {
    const headers = { 'content-type': `application/x-amz-json-${call.version ?? '1.1'}`, 'x-amz-target': call.target };
    return { method: 'POST', path: '/', body: JSON.stringify(call.input), headers };
  }
  const { method, path, headers = {}, input } = call;
  const body = input === undefined ? '' : JSON.stringify(input);
  return { method, path, body, headers: { 'content-type': 'application/json', ...headers } };
};

export interface AwsRequestOptions {
  readonly credentials?: AwsCredentials | undefined;
  readonly timeoutMillis?: number;
  /** Holds the connections. @default a new connection for each request */
  readonly agent?: Agent | undefined;
}

/**
 * Sends one signed request to a local cloud, by default as its account's root. An error of the service is returned as a
 * response with status 4xx or 5xx, not thrown.
 */
export const awsRequest = (
  cloud: RootAccess,
  call: AwsCall,
  { credentials = cloud.credentials, timeoutMillis = 120_000, agent }: AwsRequestOptions = {},
): Promise<HttpReply> => {
  const { method, path, body, headers } = contentOf(call);
  const url = new URL(path, cloud.endpoint);
  return exchangeOnLoopback(url, {
    method,
    headers: signed(
      { service: call.service, method, path, body, headers: { ...headers, host: url.host } },
      credentials,
    ),
    body,
    timeoutMillis,
    agent,
  });
};
