import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runSource } from '../../../bin/replay/run-source.ts';
import { UsageError } from '../../../lib/usage-error.ts';

const given = { operands: [], options: {}, tenant: 'demo', tenantsDir: 'tenants', json: false };

afterEach(() => vi.unstubAllEnvs());

it('one table that the environment names means a deployment: the others are asked for, and the local cloud is not taken', async () => {
  vi.stubEnv('TABLE_HEAD', 'the-head-of-a-deployment');
  await expect(runSource(given)).rejects.toThrow(new UsageError('which table is runs? Set TABLE_RUNS'));
});

it('an outputs file that names no tables is asked wrongly, and no other deployment is taken', async () => {
  const options = { outputs: 'package.json', stage: 'prod' };
  await expect(runSource({ ...given, options })).rejects.toThrow('has no output Tables of LogicPlane-demo-prod-Data');
});

it('an outputs file that is a folder, or is not UTF-8, is asked wrongly', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outputs-test-'));
  const file = join(folder, 'outputs.json');
  try {
    await writeFile(file, Buffer.from('7b0a22dd223a317d', 'hex'));
    await expect(runSource({ ...given, options: { outputs: folder } })).rejects.toThrow('is a folder: name a file');
    await expect(runSource({ ...given, options: { outputs: file } })).rejects.toThrow(`${file}:2: is not UTF-8`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
