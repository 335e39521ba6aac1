import { createHash, createHmac } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { region, rootCredentials } from './environment.ts';

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Signs a request with AWS Signature Version 4. The path must not have a query, because no protocol here needs one. */
const signed = (
  {
    service,
    method,
    path,
    body,
  }: { readonly service: string; readonly method: Method; readonly path: string; readonly body: string },
  headers: Readonly<Record<string, string>>,
  credentials: AwsCredentials,
): Record<string, string> => {
  const date = new Date().toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const scope = `${date.slice(0, 8)}/${region}/${service}/aws4_request`;
  const all: Record<string, string> = {
    ...headers,
    'x-amz-date': date,
    ...(service === 's3' ? { 'x-amz-content-sha256': sha256(body) } : {}),
    ...(credentials.sessionToken === undefined ? {} : { 'x-amz-security-token': credentials.sessionToken }),
  };
  const names = Object.keys(all).sort();
  const canonical = names.map((name) => `${name}:${all[name]}\n`).join('');
  // Signature Version 4 signs the path with each segment encoded once more than it is sent. S3 is an exception, but its
  // names here need no encoding.
  const resource = path.split('/').map(encodeURIComponent).join('/');
  const digest = sha256(`${method}\n${resource}\n\n${canonical}\n${names.join(';')}\n${sha256(body)}`);
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${date}\n${scope}\n${digest}`).toString('hex');
  const credential = `Credential=${credentials.accessKeyId}/${scope}`;
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
};

/**
 * Sends one HTTP request to the loopback. It has its own agent, so that a proxy of the process's global agent is not
 * used.
 */
export const exchangeOnLoopback = (
  url: URL,
  options: { method: Method; headers?: Record<string, string>; body?: string | Uint8Array; timeoutMillis: number },
): Promise<HttpReply> =>
  new Promise((resolve, reject) => {
    const { method, headers = {}, body = '', timeoutMillis } = options;
    const signal = AbortSignal.timeout(timeoutMillis);
    const sent = request(url, { method, headers, agent: new Agent(), signal }, (response) => {
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
      readonly method: Method;
      /** Path, already percent-encoded (RFC 3986). */
      readonly path: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly input?: object;
    };

interface Content {
  readonly method: Method;
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
}

/**
 * Sends one signed request to a local cloud, by default as the account's root. An error of the service is returned as a
 * response with status 4xx or 5xx, not thrown.
 */
export const awsRequest = (
  endpoint: string,
  call: AwsCall,
  { credentials = rootCredentials, timeoutMillis = 120_000 }: AwsRequestOptions = {},
): Promise<HttpReply> => {
  const { method, path, body, headers } = contentOf(call);
  const url = new URL(path, endpoint);
  return exchangeOnLoopback(url, {
    method,
    headers: signed({ service: call.service, method, path, body }, { ...headers, host: url.host }, credentials),
    body,
    timeoutMillis,
  });
};
