import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from './browser.ts';

/**
 * This script is `npm run test:browser`. If Chromium is missing and the system is a Debian on which the user is root, it
 * installs the package. Elsewhere it says what to install.
 */
const command = (file: string, ...args: readonly string[]): number =>
  spawnSync(file, args, { stdio: 'inherit' }).status ?? 1;

function install(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  process.stdout.write(`${chromiumPath} is missing, so apt-get installs the package chromium.\n`);
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0'];
  return (
    command('apt-get', 'update', ...quiet) === 0 &&
    command('apt-get', 'install', '-y', '--no-install-recommends', ...quiet, 'chromium') === 0
  );
}

if (!existsSync(chromiumPath) && !install()) {
  process.stderr.write(
    `The tests of the page need Chromium at ${chromiumPath}. On Debian or Ubuntu run: sudo apt-get install chromium\n`,
  );
  process.exitCode = 1;
} else {
  const vitest = join(import.meta.dirname, '..', '..', 'node_modules', 'vitest', 'vitest.mjs');
  process.exitCode = command(process.execPath, vitest, 'run', '--project', 'browser', ...process.argv.slice(2));
}
