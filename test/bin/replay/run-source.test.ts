import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runSource } from '../../../bin/replay/run-source.ts';
import { UsageError } from '../../../lib/usage-error.ts';

const given = { operands: [], options: {}, tenant: 'demo', tenantsDir: 'tenants', json: false };

afterEach(() => vi.unstubAllEnvs());

it('If an environment variable names only one table, a command asks for the missing names and does not use the local cloud', async () => {
  vi.stubEnv('TABLE_HEAD', 'the-head-of-a-deployment');
  await expect(runSource(given)).rejects.toThrow(
    new UsageError(
      'the name of the table runs is missing. Set the environment variable TABLE_RUNS, or use --outputs FILE',
    ),
  );
});

it('If the outputs file has no table names, the command fails with a usage error and uses no other deployment', async () => {
  const options = { outputs: 'package.json', stage: 'prod' };
  await expect(runSource({ ...given, options })).rejects.toThrow(
    'has no output Tables of the stack LogicPlane-demo-prod-Data',
  );
});

it('If the path of the outputs file is a folder or the file is not UTF-8, the command fails with a usage error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outputs-test-'));
  const file = join(folder, 'outputs.json');
  try {
    await writeFile(file, Buffer.from('7b0a22dd223a317d', 'hex'));
    await expect(runSource({ ...given, options: { outputs: folder } })).rejects.toThrow(
      'is a folder. Use the path of a file',
    );
    await expect(runSource({ ...given, options: { outputs: file } })).rejects.toThrow(
      `${file}:2: the line is not UTF-8`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
