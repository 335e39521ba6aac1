import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { virtualEnvironment } from '../../local/cloud/python.ts';
import { httpWitness } from '../../adapters/sor/witness.ts';
import { verifierText, type NoteKey } from '../../audit-log/signed-note.ts';
import { TestWitness } from '../support/witness.ts';
import { memorySigner } from './memory-log.ts';
import { exampleLog } from './example-log.ts';
import { tamperings } from './tampering.ts';

let folder: string;
let python: string;

beforeAll(async () => {
  const requirements = join(import.meta.dirname, 'aics-tlog-requirements.txt');
  python = await virtualEnvironment('aics-tlog', requirements, { pip: ['--ignore-requires-python'] });
  folder = mkdtempSync(join(tmpdir(), 'audit-log-'));
  await exampleLog(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns true if aics-tlog accepts the signed checkpoint of a copy of the log, and the proof that the entry is in it. */
function isAccepted(copy: string, entry: number): boolean {
  const source = ['--tiles', copy, '--vkey-file', join(folder, 'log.vkey')];
  const command = ['verify-inclusion', '--index', String(entry)];
  const { status, stdout } = spawnSync(python, ['-m', 'aics_tlog', ...command, ...source], { encoding: 'utf8' });
  return status === 0 && (JSON.parse(stdout) as { readonly ok: boolean }).ok;
}

describe('The verifier aics-tlog', () => {
  it.each([0, 7, 255, 256, 299])(
    'The verifier aics-tlog, which knows only the C2SP formats, accepts an exported log and its entry %i',
    (entry) => {
      expect(isAccepted(join(folder, 'audit-export'), entry)).toBe(true);
    },
  );

  it('The verifier aics-tlog accepts the cosignature with the key of the witness, and rejects it with any other key', async () => {
    const own = mkdtempSync(join(folder, 'witnessed-'));
    let server: TestWitness | undefined;
    await exampleLog(own, async (key) => {
      server = new TestWitness([key]);
      return httpWitness(await server.start(), server.key);
    });
    await server?.stop();
    const isCosigned = (witness: NoteKey | undefined): boolean => {
      if (!witness) throw new Error('no witness was asked');
      const asked = ['--witness-key', verifierText(witness, 'witness'), '--quorum', '1'];
      const source = ['--tiles', join(own, 'audit-export'), '--vkey-file', join(own, 'log.vkey')];
      const { status } = spawnSync(python, ['-m', 'aics_tlog', 'verify-checkpoint', ...source, ...asked]);
      return status === 0;
    };
    const other = { name: 'witness.example/w1', publicKey: await memorySigner().publicKey() };
    expect([isCosigned(server?.key), isCosigned(other)]).toEqual([true, false]);
  });

  it.each(tamperings)('The verifier aics-tlog rejects a copy of the log if $what', ({ apply, entry }) => {
    const copy = mkdtempSync(join(folder, 'copy-'));
    cpSync(join(folder, 'audit-export'), copy, { recursive: true });
    apply(copy);
    expect(isAccepted(copy, entry)).toBe(false);
  });
});
