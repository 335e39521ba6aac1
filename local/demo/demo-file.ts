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
  /** Credentials of the root of the local account. */
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
  userPoolId: z.string(),
  /** App client with which humans sign in. */
  clientId: z.string(),
  /** App client of each agent, by the agent's name. */
  agents: z.record(z.string(), z.string()),
  logins: z.record(z.string(), z.object({ password: z.string(), groups: z.array(z.string()) })),
  /** Credentials of the demo's system of record: to read, to write, and to read its journal and set its switches. */
  sorCredentials: z.object({ read: z.string(), write: z.string(), admin: z.string() }),
  /**
   * Tables by store, the content store, and the absolute path of the deployed release. A file of an earlier build lacks
   * them.
   */
  tables: z.record(z.string(), z.string()).optional(),
  contentBucket: z.string().optional(),
  auditLog: z.object({ bucket: z.string(), signingKey: z.string(), origin: z.string() }).optional(),
  releaseDirectory: z.string().optional(),
});
export type Demo = z.infer<typeof demo>;

/** Path of the file that `npm start` writes. Tests name another file with `LOGIC_PLANE_DEMO`. */
export const demoFile = process.env['LOGIC_PLANE_DEMO'] ?? join(localFolder, 'demo.json');

export function writeDemo(value: Demo, file = demoFile): void {
  const next = `${file}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(next, file);
}

/** Reads the file that `npm start` wrote. @throws {LocalFailure} if it is missing or an earlier build wrote it */
export function readDemo(file = demoFile): Demo {
  try {
    return demo.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new LocalFailure(
      {
        what: 'The demo is not running.',
        why: 'The file .local/demo.json is missing, or an earlier build wrote it.',
        next: 'Run npm start.',
      },
      {
        cause,
      },
    );
  }
}
