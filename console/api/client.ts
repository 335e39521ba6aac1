import { SignedOut, type Session } from '../sign-in/session.ts';
import { Refused, Unanswered, type Refusal } from './problem.ts';

export type QueryParameters = Readonly<Record<string, string | undefined>>;

/** The API of this deployment, with the token of the person who is signed in. */
export interface ApiClient {
  /** @throws Refused, Unanswered, SignedOut */
  readonly get: <T>(
    path: string,
    options?: { readonly query?: QueryParameters; readonly signal?: AbortSignal },
  ) => Promise<T>;
  /** @throws Refused, Unanswered, SignedOut */
  readonly post: <T>(path: string, body: unknown) => Promise<T>;
}

/** The page is at `/console/`, so the API is one level up. */
const addressOf = (path: string, query: QueryParameters = {}): string => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => (pair[1] ?? '') !== '');
  return `../v1/${path}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`;
};

/** @param ended is told once a request was refused because the sign-in has ended */
export function apiOf(session: Session, ended: () => void): ApiClient {
  const send = async <T>(address: string, request: RequestInit): Promise<T> => {
    try {
      return await answered<T>(await requested(address, { ...request, token: await session.token() }));
    } catch (error) {
      if (error instanceof SignedOut) ended();
      throw error;
    }
  };
  return {
    get: (path, { query, signal } = {}) => send(addressOf(path, query), { ...(signal && { signal }) }),
    post: (path, body) =>
      send(addressOf(path), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

async function requested(
  address: string,
  { token, headers, ...request }: RequestInit & { readonly token: string },
): Promise<Response> {
  const sent = { ...(headers as Record<string, string> | undefined), authorization: `Bearer ${token}` };
  try {
    return await fetch(address, { ...request, headers: sent, cache: 'no-store' });
  } catch (cause) {
    if (request.signal?.aborted === true) throw cause;
    throw new Unanswered('The API did not answer.', { cause });
  }
}

async function answered<T>(answer: Response): Promise<T> {
  if (answer.status === 401) throw new SignedOut('The API refuses the token.');
  const body: unknown = await answer.json().catch(() => undefined);
  if (answer.ok && body !== undefined) return body as T;
  if (isRefusal(body)) throw new Refused(body);
  throw new Unanswered(`The API answered ${answer.status} without a reason.`);
}

const isRefusal = (body: unknown): body is Refusal =>
  typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && typeof body.code === 'string';
