import * as z from 'zod';
import { secretReader, type SecretReader } from '../../../adapters/sor/secrets.ts';
import { startPolicyAdmin } from '../../../local/demo/policy-admin/server.ts';

const credentials = {
  read: 'read-credential-of-a-test',
  write: 'write-credential-of-a-test',
  admin: 'admin-credential-of-a-test',
} as const;

const journal = z.object({
  requests: z.array(z.looseObject({ method: z.string(), credential: z.string().nullable() })),
  changes: z.array(z.looseObject({ ref: z.string() })),
});
export type Journal = z.infer<typeof journal>;

export interface SystemOfRecord {
  readonly url: string;
  /** The credentials as a function on AWS gets them: either those for reads or those for writes. */
  readonly secrets: (which: 'read' | 'write') => {
    readonly secrets: SecretReader;
    readonly secretIdOf: (sor: string) => string | undefined;
  };
  /** Returns the requests that the SoR got with a reference and the changes that it applied under it. */
  readonly journal: (ref: string) => Promise<Journal>;
  readonly close: () => Promise<void>;
}

/**
 * Starts the demo's system of record on the loopback. Its SQLite database is in memory, because a write to the disk takes
 * real time.
 */
export async function startSystemOfRecord(): Promise<SystemOfRecord> {
  const server = await startPolicyAdmin({ file: ':memory:', host: '127.0.0.1', credentials });
  return {
    url: server.url,
    secrets: (which) => ({
      secrets: secretReader({ fetchSecret: async () => credentials[which], maxAgeMillis: 300_000 }),
      secretIdOf: (sor) => (sor === 'sor.policy-admin' ? `${sor}/${which}` : undefined),
    }),
    journal: async (ref) => {
      const url = `${server.url}/_journal?ref=${encodeURIComponent(ref)}`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${credentials.admin}` } });
      return journal.parse(await answer.json());
    },
    close: server.close,
  };
}
