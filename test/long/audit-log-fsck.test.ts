import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleLog } from '../audit-log/example-log.ts';
import { tamperings } from '../audit-log/tampering.ts';

/** An independent verifier of transparency logs. It is built with Go and is not part of the product. */
const program = 'github.com/transparency-dev/tessera/cmd/fsck@v1.0.4';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audit-log-'));
  execFileSync('go', ['install', program], { env: { ...process.env, GOBIN: folder }, stdio: 'pipe' });
  await exampleLog(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** fsck reports one of these about a copy that it rejects. If entries are missing in a bundle, it ends with a panic. */
const findings = ['fsck failed', ':Invalid', ':FetchError', 'panic:'];

/**
 * Runs fsck on a copy of the log. fsck exits with 0 whatever it finds, so its output decides. After certain errors it never
 * ends, so it is stopped after a time limit.
 *
 * @returns `unknown` if fsck was stopped before it reported anything
 */
function verdictOn(copy: string): 'accepted' | 'rejected' | 'unknown' {
  const options = ['--ui=false', '--logtostderr', `--storage_url=file://${copy}/`];
  const key = `--public_key=${join(folder, 'log.vkey')}`;
  const { stderr } = spawnSync(join(folder, 'fsck'), [...options, '-v=1', key], { encoding: 'utf8', timeout: 20_000 });
  if (findings.some((finding) => stderr.includes(finding))) return 'rejected';
  return stderr.includes("Successfully fsck'd log with size 300") ? 'accepted' : 'unknown';
}

describe('tessera fsck, a verifier of the C2SP formats', () => {
  it('The verifier tessera fsck, which knows only the C2SP formats, accepts an exported log', () => {
    expect(verdictOn(join(folder, 'audit-export'))).toBe('accepted');
  });

  it.each(tamperings)('The verifier tessera fsck rejects a copy of the log if $what', ({ apply }) => {
    const copy = mkdtempSync(join(folder, 'copy-'));
    cpSync(join(folder, 'audit-export'), copy, { recursive: true });
    apply(copy);
    expect(verdictOn(copy)).toBe('rejected');
  });
});
