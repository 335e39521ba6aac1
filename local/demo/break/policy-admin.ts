import { z } from 'zod';
import { exchangeOnLoopback } from '../../cloud/aws-request.ts';
import { LocalFailure } from '../../cloud/failure.ts';
import type { Demo } from '../demo-file.ts';

type Place = Pick<Demo, 'sorUrl' | 'sorCredentials'>;

/** Sends one request to the administrator's paths of the demo's system of record. @throws {LocalFailure} */
async function administer(
  { sorUrl, sorCredentials }: Place,
  { method, path, body }: { readonly method: 'GET' | 'POST' | 'DELETE'; readonly path: string; readonly body?: object },
): Promise<unknown> {
  const answer = await exchangeOnLoopback(new URL(path, sorUrl), {
    method,
    headers: { authorization: `Bearer ${sorCredentials.admin}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMillis: 10_000,
  });
  if (answer.status === 200) return JSON.parse(answer.body);
  const why = `${method} ${path} was answered with ${answer.status}.`;
  throw new LocalFailure({ what: 'The system of record of the demo does not work.', why, next: 'Run npm start.' });
}

export const switchOn = (demo: Place, switches: Readonly<Record<string, unknown>>): Promise<unknown> =>
  administer(demo, { method: 'POST', path: '/_switches', body: switches });

export const switchOff = (demo: Place): Promise<unknown> => administer(demo, { method: 'DELETE', path: '/_switches' });

const journal = z.object({
  requests: z.array(z.looseObject({ method: z.string() })),
  changes: z.array(z.unknown()),
});

/** Counts the requests that wanted the change with this reference, and how often the change was applied. */
export async function countedInJournal(demo: Place, ref: string): Promise<{ requests: number; changes: number }> {
  const asked = { method: 'GET', path: `/_journal?ref=${encodeURIComponent(ref)}` } as const;
  const { requests, changes } = journal.parse(await administer(demo, asked));
  return { requests: requests.filter(({ method }) => method === 'PUT').length, changes: changes.length };
}
