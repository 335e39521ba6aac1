import { z } from 'zod';
import { type AwsCall, type AwsCredentials, awsRequest } from '../../../local/cloud/aws-request.ts';
import type { Attempt } from './attempt.ts';

/**
 * `denied`: refused by IAM. `admitted`: authorized. Otherwise the error's name. The answer's text is not kept: it may be a
 * secret.
 */
export type Verdict = 'denied' | 'admitted' | { readonly error: string };

const problem = z.object({ __type: z.string() });

export async function tryOut(
  endpoint: string,
  call: AwsCall,
  { admitted = [], credentials }: Pick<Attempt, 'admitted'> & { readonly credentials?: AwsCredentials | undefined },
): Promise<Verdict> {
  const { status, headers, body } = await awsRequest(endpoint, call, { credentials });
  if (status >= 200 && status < 300) return 'admitted';
  const named =
    z.string().safeParse(headers['x-amzn-errortype']).data ??
    problem.safeParse(parsed(body)).data?.__type ??
    /<Code>(\w+)<\/Code>/.exec(body)?.[1];
  const error = named?.split('#').at(-1) ?? `status ${status}`;
  if (error === 'AccessDeniedException' || error === 'AccessDenied') return 'denied';
  return admitted.includes(error) ? 'admitted' : { error };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Processes all items, `at` at a time, and keeps their order. */
export async function inTurns<In, Out>(
  all: readonly In[],
  at: number,
  one: (item: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const done: Out[] = [];
  for (let from = 0; from < all.length; from += at) {
    done.push(...(await Promise.all(all.slice(from, from + at).map(one))));
  }
  return done;
}
