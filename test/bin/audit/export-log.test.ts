import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportOf } from '../../../bin/audit/export-log.ts';
import type { LogSource } from '../../../bin/audit/log-source.ts';
import { logOf, readEvent } from '../../audit-log/example-log.ts';
import { memorySigner, origin } from '../../audit-log/memory-log.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-log-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Exports a log of three events, whose checkpoint a test may change before. */
async function exported(change: (objects: Map<string, Uint8Array>) => void, other?: LogSource['key']) {
  const { objects, key, size } = await logOf([readEvent(1), readEvent(2), readEvent(3)]);
  change(objects.objects);
  const lists = { keptCheckpoints: async () => [size], keptCosignatures: async () => [], redriven: async () => [] };
  const log: LogSource['log'] = Object.assign(objects, lists);
  let [out, err] = ['', ''];
  const io = { out: (text: string) => void (out += text), err: (text: string) => void (err += text), color: false };
  const given = { operands: [join(folder, 'copy')], options: {}, tenant: 'demo', tenantsDir: 'tenants', json: false };
  const code = await exportOf(async () => ({ log, key: other ?? key })).run(given, io);
  return { code, out, err };
}

describe('The command audit export', () => {
  it('If the log was never sealed, the command says that it has no checkpoint yet', async () => {
    const { code, err } = await exported((objects) => objects.delete('checkpoint'));
    expect([code, err]).toEqual([1, expect.stringContaining('the log has no checkpoint yet')]);
  });

  it('If the checkpoint is malformed, unsigned or of another log, the command says which, and not that nothing was sealed', async () => {
    const malformed = await exported((objects) => objects.set('checkpoint', Buffer.from('forged')));
    expect([malformed.code, malformed.err]).toEqual([1, expect.stringContaining('the checkpoint is malformed')]);
    const another = { name: origin, publicKey: await memorySigner().publicKey() };
    const unsigned = await exported(() => undefined, another);
    expect([unsigned.code, unsigned.err]).toEqual([1, expect.stringContaining('is not signed by this key')]);
    const foreign = await exported(() => undefined, { ...another, name: 'other.test/audit' });
    expect([foreign.code, foreign.err]).toEqual([1, expect.stringContaining('belongs to another log')]);
  });
});
