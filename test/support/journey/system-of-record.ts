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
  /** The secrets in the form that a function gets in AWS: one for reads, one for writes. */
  readonly secrets: (which: 'read' | 'write') => {
    readonly secrets: SecretReader;
    readonly secretIdOf: (sor: string) => string | undefined;
  };
  /** The SoR's own journal of what it received and applied under a reference. */
  readonly journal: (ref: string) => Promise<Journal>;
  readonly close: () => Promise<void>;
}

/** The demo's system of record over HTTP on this machine. Its SQLite is in memory, because a commit to disk takes real time. */
export async function systemOfRecord(): Promise<SystemOfRecord> {
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
