import * as z from 'zod';
import { endWithParent } from './end-with-parent.ts';
import { startPolicyAdmin } from './server.ts';

/** Settings come only from the environment, because every user of the machine can see the arguments of a process. */
const environment = z.object({
  POLICY_ADMIN_FILE: z.string().min(1),
  POLICY_ADMIN_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  POLICY_ADMIN_READ_TOKEN: z.string().min(16),
  POLICY_ADMIN_WRITE_TOKEN: z.string().min(16),
  POLICY_ADMIN_ADMIN_TOKEN: z.string().min(16),
  /** `1` lets the process end together with its parent, until it reads the line `keep`. */
  POLICY_ADMIN_BOUND: z.enum(['0', '1']).default('0'),
});

const fail = (status: 2 | 3, line: string): never => {
  process.stderr.write(`policy-admin: ${line}\n`);
  process.exit(status);
};

const settings = environment.safeParse(process.env);
if (!settings.success) {
  const names = settings.error.issues.map(({ path }) => path.join('.'));
  fail(2, `missing or malformed in the environment: ${names.join(', ')}`);
} else {
  const { data } = settings;
  const started = startPolicyAdmin({
    file: data.POLICY_ADMIN_FILE,
    port: data.POLICY_ADMIN_PORT,
    host: '127.0.0.1',
    credentials: {
      read: data.POLICY_ADMIN_READ_TOKEN,
      write: data.POLICY_ADMIN_WRITE_TOKEN,
      admin: data.POLICY_ADMIN_ADMIN_TOKEN,
    },
  });
  const server = await started.catch((error: unknown) =>
    fail(3, error instanceof Error ? error.message : 'could not start'),
  );
  const stop = (): void => void server.close().then(() => process.exit(0));
  process.once('SIGTERM', stop).once('SIGINT', stop);
  if (data.POLICY_ADMIN_BOUND === '1') endWithParent(process.stdin, stop);
  process.stdout.write(`${JSON.stringify({ ready: true, url: server.url, pid: process.pid })}\n`);
}
