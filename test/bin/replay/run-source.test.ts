import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runSource } from '../../../bin/replay/run-source.ts';
import { UsageError } from '../../../lib/usage-error.ts';

const given = { operands: [], options: {}, tenant: 'demo', tenantsDir: 'tenants', json: false };

afterEach(() => vi.unstubAllEnvs());

it('If the environment names one table, replay reads a deployment: it asks for the missing tables and does not read the local cloud', async () => {
  vi.stubEnv('TABLE_HEAD', 'the-head-of-a-deployment');
  await expect(runSource(given)).rejects.toThrow(
    new UsageError('the name of the table runs is missing. Set TABLE_RUNS, or use --outputs'),
  );
});

it('If an outputs file names no tables, it is a usage error, and no other deployment is read', async () => {
  const options = { outputs: 'package.json', stage: 'prod' };
  await expect(runSource({ ...given, options })).rejects.toThrow(
    'has no output Tables of the stack LogicPlane-demo-prod-Data',
  );
});

it('If an outputs file is a folder or is not UTF-8, it is a usage error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outputs-test-'));
  const file = join(folder, 'outputs.json');
  try {
    await writeFile(file, Buffer.from('7b0a22dd223a317d', 'hex'));
    await expect(runSource({ ...given, options: { outputs: folder } })).rejects.toThrow('is a folder. Name a file');
    await expect(runSource({ ...given, options: { outputs: file } })).rejects.toThrow(`${file}:2: is not UTF-8`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
