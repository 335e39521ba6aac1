import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LocalFailure } from '../cloud/failure.ts';
import { localFolder } from '../cloud/paths.ts';

const demo = z.object({
  apiUrl: z.url(),
  sorUrl: z.url(),
  endpoint: z.url(),
  region: z.string(),
  userPoolId: z.string(),
  /** The app client that humans sign in by. */
  clientId: z.string(),
  /** Agent name to its app client. */
  agents: z.record(z.string(), z.string()),
  logins: z.record(z.string(), z.object({ password: z.string(), groups: z.array(z.string()) })),
  /** Credentials of the demo's system of record: what reads, what writes, and what reads its journal and sets its switches. */
  sorCredentials: z.object({ read: z.string(), write: z.string(), admin: z.string() }),
  /** Store to its table, the content store, and the compiled release that was deployed, absolute. Absent in a file of an earlier build. */
  tables: z.record(z.string(), z.string()).optional(),
  contentBucket: z.string().optional(),
  auditLog: z.object({ bucket: z.string(), signingKey: z.string(), origin: z.string() }).optional(),
  releaseDirectory: z.string().optional(),
});
export type Demo = z.infer<typeof demo>;

/** `npm start` writes it; `LOGIC_PLANE_DEMO` names another, as for an instance of the tests. */
export const demoFile = process.env['LOGIC_PLANE_DEMO'] ?? join(localFolder, 'demo.json');

export function writeDemo(value: Demo, file = demoFile): void {
  const next = `${file}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(next, file);
}

/** What `npm start` left. @throws {LocalFailure} where it has not run */
export function readDemo(file = demoFile): Demo {
  try {
    return demo.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new LocalFailure(
      {
        what: 'The demo is not running.',
        why: 'The file .local/demo.json does not exist; npm start writes it.',
        next: 'Run npm start.',
      },
      {
        cause,
      },
    );
  }
}
