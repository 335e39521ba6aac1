import { Agent } from 'node:http';
import type { RootAccess } from '../../../local/cloud/root-access.ts';
import { z } from 'zod';
import { type AwsCall, awsRequest } from '../../../local/cloud/aws-request.ts';
import type { AwsCredentials } from '../../../local/cloud/signed.ts';
import type { Attempt } from './attempt.ts';

/**
 * The outcome of a request: `denied` if IAM refused it, `admitted` if it was authorized, or else the name of the error. The
 * answer's text is not returned, because it may be a secret.
 */
export type Verdict = 'denied' | 'admitted' | { readonly error: string };

/** The probe sends thousands of requests, and opening a connection takes a quarter of the time of a request. */
const agent = new Agent({ keepAlive: true });

const problem = z.object({ __type: z.string() });

export async function tryOut(
  cloud: RootAccess,
  call: AwsCall,
  { admitted = [], credentials }: Pick<Attempt, 'admitted'> & { readonly credentials?: AwsCredentials | undefined },
): Promise<Verdict> {
  const { status, headers, body } = await awsRequest(cloud, call, { credentials, agent });
  if (status >= 200 && status < 300) return 'admitted';
  const named =
    z.string().safeParse(headers['x-amzn-errortype']).data ??
    problem.safeParse(parsed(body)).data?.__type ??
    /<Code>(\w+)<\/Code>/.exec(body)?.[1];
  const error = named?.split('#').at(-1) ?? `status ${status}`;
  // Amazon SNS names a missing right AuthorizationError.
  if (['AccessDeniedException', 'AccessDenied', 'AuthorizationError'].includes(error)) return 'denied';
  return admitted.includes(error) ? 'admitted' : { error };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Processes all items in batches of a size, and keeps their order. */
export async function inBatches<In, Out>(
  all: readonly In[],
  size: number,
  one: (item: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const done: Out[] = [];
  for (let from = 0; from < all.length; from += size) {
    done.push(...(await Promise.all(all.slice(from, from + size).map(one))));
  }
  return done;
}
