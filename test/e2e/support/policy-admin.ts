import { inject } from 'vitest';
import { z } from 'zod';
import { exchangeOnLoopback } from '../../../local/cloud/aws-request.ts';

/** Faults that a test can switch on in the demo's system of record. */
export interface Switches {
  readonly slowMillis?: number;
  readonly held?: boolean;
  readonly unavailableNext?: number;
  readonly loseAnswerNext?: number;
  readonly loseBeforeCommitNext?: number;
  readonly appliesTo?: 'all' | 'reads' | 'writes';
  readonly pathPrefix: string;
}

const off = {
  slowMillis: 0,
  held: false,
  unavailableNext: 0,
  loseAnswerNext: 0,
  loseBeforeCommitNext: 0,
  appliesTo: 'all',
  pathPrefix: '/',
};

const administer = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> => {
  const { sorUrl, sorCredentials } = inject('deployment').demo;
  const answer = await exchangeOnLoopback(new URL(path, sorUrl), {
    method,
    headers: { authorization: `Bearer ${sorCredentials.admin}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMillis: 120_000,
  });
  if (answer.status !== 200) throw new Error(`the system of record answered ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body);
};

export const setSwitches = (switches: Switches): Promise<unknown> =>
  administer('POST', '/_switches', { ...off, ...switches });

export const resetSwitches = (): Promise<unknown> => administer('POST', '/_switches', off);

/** Changes a record as another user of the SoR would. Its version changes even if no member does. */
export const touch = (path: string, members: Readonly<Record<string, string>> = {}): Promise<unknown> =>
  administer('POST', `/_touch${path}`, members);

const journal = z.object({
  requests: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      credential: z.string().nullable(),
      ref: z.string().nullable(),
      status: z.number().nullable(),
      lost: z.boolean(),
    }),
  ),
  changes: z.array(z.object({ ref: z.string(), path: z.string() })),
});

/** Returns the requests that had a reference, and the changes that were applied under it. */
export const journalOfRef = async (ref: string) =>
  journal.parse(await administer('GET', `/_journal?ref=${encodeURIComponent(ref)}`));

/**
 * Returns the requests that could have changed the claim's reserve: those with the write credential, and those other than
 * GET.
 */
export async function writesTo(claim: string) {
  const path = encodeURIComponent(`/claims/${claim}/reserve`);
  const { requests } = journal.parse(await administer('GET', `/_journal?path=${path}`));
  return requests.filter(({ method, credential }) => method !== 'GET' || credential === 'write');
}
