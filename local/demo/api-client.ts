import { z } from 'zod';
import { exchangeOnLoopback } from '../cloud/aws-request.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Body exactly as received. */
  readonly text: string;
  readonly eventId: string | undefined;
  readonly replayed: boolean;
  readonly retryAfterSeconds: number | undefined;
}

export interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Sends one HTTP request to the deployed API. The URL has the API in its path, so that no host name must be resolved.
 */
export async function callApi(apiUrl: string, token: string | undefined, call: ApiCall): Promise<ApiAnswer> {
  const answer = await exchangeOnLoopback(new URL(`${apiUrl}${call.path}`), {
    method: call.method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: sent(call.body) }),
    timeoutMillis: 120_000,
  });
  const header = (name: string): string | undefined => z.string().optional().parse(answer.headers[name]);
  const retryAfter = header('retry-after');
  return {
    status: answer.status,
    body: parse(answer.body),
    text: answer.body,
    eventId: header('audit-event-id'),
    replayed: header('idempotent-replayed') === 'true',
    retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
  };
}

const sent = (body: unknown): string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
