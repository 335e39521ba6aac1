import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleOf, entriesOf } from '../../../audit-log/entry-bundle.ts';
import { verifyCopy } from '../../../bin/audit/verify-copy.ts';
import { exampleLog } from '../../audit-log/example-log.ts';
import { runCommand } from '../../support/run-command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-against-'));
  await exampleLog(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Verifies the export against a copy of it that somebody has changed. */
async function verifyAgainst(change: (copy: string) => Promise<void>) {
  const copy = await mkdtemp(join(folder, 'copy-'));
  await cp(join(folder, 'audit-export'), copy, { recursive: true });
  await change(copy);
  return runCommand(verifyCopy, { against: copy }, [join(folder, 'audit-export')]);
}

describe('The command audit verify with --against', () => {
  it('If both copies are equal, the command says how many entries it compared', async () => {
    const { code, out } = await verifyAgainst(async () => {});
    expect([code, out]).toEqual([0, expect.stringContaining('The first 300 entries are equal in both copies\n')]);
  });

  it('If an entry of the other copy was changed, the command names the first entry that differs', async () => {
    const { code, out, err } = await verifyAgainst(async (copy) => {
      const bundle = join(copy, 'tile', 'entries', '000');
      const entries = [...(entriesOf(await readFile(bundle)) ?? [])];
      entries[7] = Buffer.from('{"v":1}');
      entries[9] = Buffer.from('{"v":1}');
      await writeFile(bundle, bundleOf(entries));
    });
    expect([code, out]).toEqual([1, 'the two copies differ for the first time at entry 7\n']);
    expect(err).toContain('Verify the other copy too');
  });

  it.each([
    ['lacks a tile', async (copy: string) => rm(join(copy, 'tile', '0', '000')), 'tile/0/000 is missing'],
    ['lacks its checkpoint', async (copy: string) => rm(join(copy, 'checkpoint')), 'the checkpoint is malformed'],
  ])('If the other copy %s, the command says that it cannot compare them', async (_, change, why) => {
    const { code, out } = await verifyAgainst(change);
    expect([code, out]).toEqual([1, expect.stringContaining(why)]);
  });
});
