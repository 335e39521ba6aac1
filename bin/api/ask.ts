import * as z from 'zod';
import { MissingEnvironment } from '../missing-environment.ts';
import { visible } from '../terminal/visible.ts';
import { ApiRefused } from './refused.ts';

/** The API of a deployment, and the access token of the person who asks. */
export interface SignedIn {
  readonly apiUrl: string;
  readonly token: string;
}

export interface ApiRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
}

/** Longer than the API needs for any answer. */
const timeoutMillis = 35_000;

const problem = z.looseObject({ code: z.string(), detail: z.string().optional(), next: z.string() });

/**
 * Sends one request as the person who has signed in. Returns the body of the answer.
 * @throws ApiRefused if the API refuses the request, MissingEnvironment if it does not answer
 */
export async function ask(
  { apiUrl, token }: SignedIn,
  { method = 'GET', path, query = {}, body }: ApiRequest,
): Promise<unknown> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const parameters = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
  const response = await fetch(`${apiUrl}${path}${parameters}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMillis),
  }).catch((cause: unknown) => {
    throw new MissingEnvironment(`the API at ${apiUrl} did not answer. Check the network, then run the command again`, {
      cause,
    });
  });
  const answer = await jsonOf(response);
  if (response.ok) return answer;
  throw refusal(response.status, answer);
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(status: number, answer: unknown): Error {
  const { data } = problem.safeParse(answer);
  if (data) return new ApiRefused(status, visible(`${data.code}: ${sentence(data.detail ?? '')} ${data.next}`));
  if (status === 401)
    return new ApiRefused(status, 'the access token is not valid any more. Run the command again to sign in');
  if (status === 429) return new ApiRefused(status, 'too many requests. Run the command again after a few seconds');
  return new MissingEnvironment(`the API answered with status ${status} and no reason. Run the command again`);
}

/** Ends a detail as a sentence. A detail that ends in a question has its mark already. */
const sentence = (detail: string): string => (/[.?]$/.test(detail) ? detail : `${detail}.`);
