import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleLog } from '../audit-log/example-log.ts';

/**
 * The commands of the Python versions that the verifier can run with. The verifier has a fixed version and is not part of
 * the product.
 */
const pythons = ['python3.14', 'python3.13', 'python3.12'];
const verifier = 'aics-tlog==0.2.1';

let folder: string;
let python: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audit-log-'));
  const found = pythons.find((one) => spawnSync(one, ['--version']).status === 0);
  if (found === undefined) throw new Error(`the verifier needs one of ${pythons.join(', ')} on the path`);
  execFileSync(found, ['-m', 'venv', join(folder, 'venv')]);
  python = join(folder, 'venv', 'bin', 'python');
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', verifier], { stdio: 'pipe' });
  await exampleLog(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Checks the exported log with an independent verifier. @returns the verifier's verdict */
function verified(): unknown {
  const asked = ['verify-checkpoint', '--tiles', join(folder, 'audit-export'), '--vkey-file', join(folder, 'log.vkey')];
  return JSON.parse(spawnSync(python, ['-m', 'aics_tlog', ...asked], { encoding: 'utf8' }).stdout);
}

describe('An exported audit log', () => {
  it('The independent verifier aics-tlog, which knows only the C2SP formats, accepts an exported audit log', () => {
    expect(verified()).toMatchObject({ ok: true, log_ok: true, tiles_ok: true, size: 300 });
  });

  it.each([
    ['checkpoint', (text: Buffer) => Buffer.from(text.toString().replace('\n300\n', '\n299\n'))],
    ['tile/0/000', (tile: Buffer) => Buffer.concat([tile.subarray(0, 64), Buffer.alloc(32), tile.subarray(96)])],
  ])('If the file %s of an exported audit log was changed, aics-tlog refuses the log', (path, change) => {
    const file = join(folder, 'audit-export', path);
    copyFileSync(file, `${file}.kept`);
    writeFileSync(file, change(readFileSync(file)));
    expect(verified()).toMatchObject({ ok: false });
    copyFileSync(`${file}.kept`, file);
  });
});
