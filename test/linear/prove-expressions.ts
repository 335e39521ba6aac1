import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expressions } from './expressions.ts';

/**
 * The file `proved.json` lists the expressions that recheck has proved to take time in proportion to their text. This script
 * adds the new expressions of the code; with `--all` it proves every expression again. It installs recheck itself, because
 * recheck would make each install of this project 50 MB larger.
 */
const list = join(import.meta.dirname, 'proved.json');
const home = join(import.meta.dirname, '..', '..', '.local', 'recheck');
const known = new Set(process.argv.includes('--all') ? [] : (JSON.parse(readFileSync(list, 'utf8')) as string[]));

execFileSync('npm', ['install', '--prefix', home, '--omit=optional', '--no-audit', '--no-fund', 'recheck@4.5.0'], {
  stdio: 'inherit',
});
process.env['RECHECK_BACKEND'] = 'pure';
const { checkSync } = createRequire(join(home, 'package.json'))('recheck') as {
  checkSync: (source: string, flags: string, options: object) => { readonly status: string };
};

const proved: string[] = [];
for (const [written, { file, source, flags }] of expressions()) {
  const { status } = known.has(written) ? { status: 'safe' } : checkSync(source, flags, { timeout: 60_000 });
  if (status === 'safe') proved.push(written);
  else console.log(`${status}: ${written} in ${file}`);
}
writeFileSync(list, `${JSON.stringify(proved.sort(), null, 2)}\n`);
