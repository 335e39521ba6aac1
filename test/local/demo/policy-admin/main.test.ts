import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { startPolicyAdmin } from '../../../../local/demo/policy-admin/server.ts';
import { credentials } from './insurer.ts';

const main = fileURLToPath(new URL('../../../../local/demo/policy-admin/main.ts', import.meta.url));

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'policy-admin-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
};

const run = (environment: Record<string, string>): ChildProcess => {
  const child = spawn(process.execPath, [main], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

const environment = (file: string): Record<string, string> => ({
  POLICY_ADMIN_FILE: file,
  POLICY_ADMIN_READ_TOKEN: credentials.read,
  POLICY_ADMIN_WRITE_TOKEN: credentials.write,
  POLICY_ADMIN_ADMIN_TOKEN: credentials.admin,
});

const ended = async (child: ChildProcess): Promise<{ code: unknown; said: string }> => {
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stderr ?? Readable.from([]))]);
  return { code, said };
};

it('The policy administration prints its address as one line of JSON, serves requests, and ends on SIGTERM', async () => {
  const child = run(environment(join(folder(), 'insurer.sqlite')));
  const [line] = await once(createInterface(child.stdout ?? process.stdin), 'line');
  const { url } = z
    .object({ ready: z.literal(true), url: z.url(), pid: z.literal(child.pid ?? 0) })
    .parse(JSON.parse(String(line)));
  expect((await fetch(`${url}/claims/CLM-2026-000045`)).status).toBe(401);
  child.kill('SIGTERM');
  expect(await ended(child)).toMatchObject({ code: 0 });
});

it('If environment variables are missing, the policy administration names them and prints no value', async () => {
  const { POLICY_ADMIN_READ_TOKEN: _, ...rest } = environment('x');
  const { code, said } = await ended(run(rest));
  expect(code).toBe(2);
  expect(said).toContain('POLICY_ADMIN_READ_TOKEN');
  expect(said).not.toContain(credentials.write);
});

it('If its port is taken, the policy administration exits with 3 and says so in one line', async () => {
  const at = folder();
  const other = await startPolicyAdmin({ file: join(at, 'a.sqlite'), host: '127.0.0.1', credentials });
  onTestFinished(other.close);
  const { port } = new URL(other.url);
  const { code, said } = await ended(run({ ...environment(join(at, 'b.sqlite')), POLICY_ADMIN_PORT: port }));
  expect(code).toBe(3);
  expect(said).toContain('EADDRINUSE');
});

it.each([
  { ...credentials, write: credentials.read },
  { ...credentials, admin: 'short' },
  { ...credentials, read: '' },
])('If credentials are equal or too short, the policy administration does not start', async (weak) => {
  const file = join(folder(), 'insurer.sqlite');
  await expect(startPolicyAdmin({ file, host: '127.0.0.1', credentials: weak })).rejects.toThrow(RangeError);
});
