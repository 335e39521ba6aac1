import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../bin/main.ts';
import { blocksOf, modeOf, pages, placeOf, root, type Block } from './pages.ts';

const commands = (page: string): readonly Block[] => blocksOf(page).filter((block) => modeOf(block) === 'sh run');
/** Folder in which the pages put the reader's own tenants. */
const ours = '../our-tenants';

describe('The commands of the pages', () => {
  it.each(pages.filter((page) => commands(page).length > 0))(
    'Each command of %s succeeds and prints what the page shows',
    async (page) => {
      const folder = mkdtempSync(join(tmpdir(), 'logic-plane-docs-'));
      try {
        cpSync(join(root, 'tenants', 'demo'), join(folder, 'demo'), { recursive: true });
        expect(await firstWrong(page, folder)).toBeUndefined();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});

/** Follows a page from its beginning: writes its files and runs its commands. @returns the first error and its place */
async function firstWrong(page: string, folder: string): Promise<string | undefined> {
  let output = '';
  for (const block of blocksOf(page)) {
    const mode = modeOf(block);
    if (mode.endsWith(' file')) write(join(folder, block.values['file'] ?? ''), block.text);
    if (mode === 'sh run') {
      const ran = await run(block, folder);
      output = ran.output;
      if (ran.status !== Number(block.values['exit'] ?? 0))
        return `${placeOf(block)} ends with ${ran.status}\n${output}`;
    }
    const unsaid = mode === 'text answer' ? firstUnsaid(output, block) : undefined;
    if (unsaid !== undefined) return `${placeOf(block)}: ${unsaid}\n${output}`;
  }
  return undefined;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** Matches a block that has only `npx logic-plane` commands, without anything that a shell would interpret. */
const plain = /^(?:npx logic-plane [\w.@/ -]+\n)+$/;

/** Runs a block. `sh run exit=1` means that the command must fail with exit code 1. */
async function run(block: Block, folder: string): Promise<Ran> {
  const text = block.text.replaceAll(ours, folder);
  // A plain command runs in this process, which is faster. The end-to-end tests run the commands of the pages with
  // bash.
  const { status, output } = plain.test(text) ? await runHere(text) : runByBash(text);
  return { status, output: output.replaceAll(folder, ours) };
}

function runByBash(text: string): Ran {
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-euc', text], {
    cwd: root,
    env: { ...process.env, PATH: path, NO_COLOR: '1' },
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

/** Runs the commands in this process until one fails, like `bash -e`. */
async function runHere(text: string): Promise<Ran> {
  let [status, out, err] = [0, '', ''];
  for (const line of text.trim().split('\n')) {
    const [, , ...argv] = line.split(' ');
    status = await main(argv, { out: (said) => (out += said), err: (said) => (err += said), color: false });
    if (status !== 0) break;
  }
  return { status, output: `${out}${err}` };
}

/**
 * Returns the first shown line that the output lacks. Shown lines must occur in their order; the line `…` matches any
 * lines.
 */
function firstUnsaid(output: string, block: Block): string | undefined {
  const said = output.split('\n').map((line) => line.trim());
  const shown = block.text.split('\n').map((line) => line.trim());
  let at = 0;
  return shown.find((line) => {
    if (line === '' || line === '…') return false;
    const found = said.indexOf(line, at);
    at = found + 1;
    return found === -1;
  });
}
