import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf, modeOf, pages, placeOf, root, type Block } from './pages.ts';

const commands = (page: string): readonly Block[] => blocksOf(page).filter((block) => modeOf(block) === 'sh run');
/** What the pages call the folder of the reader's own tenants. */
const ours = '../our-tenants';

describe('the commands of the pages', () => {
  it.each(pages.filter((page) => commands(page).length > 0))(
    '%s: each command succeeds, and says what is shown',
    (page) => {
      const folder = mkdtempSync(join(tmpdir(), 'logic-plane-docs-'));
      try {
        cpSync(join(root, 'tenants', 'demo'), join(folder, 'demo'), { recursive: true });
        let output = '';
        for (const block of blocksOf(page)) {
          const mode = modeOf(block);
          if (mode === 'sh run') output = run(block, folder);
          else if (mode === 'text answer') mustSay(output, block);
          else if (mode.endsWith(' file')) write(join(folder, block.values['file'] ?? ''), block.text);
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    120_000,
  );
});

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A command that is to end otherwise says so: `sh run exit=1`. */
function run(block: Block, folder: string): string {
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-euc', block.text.replaceAll(ours, folder)], {
    cwd: root,
    env: { ...process.env, PATH: path, NO_COLOR: '1' },
    encoding: 'utf8',
  });
  const output = `${stdout}${stderr}`;
  expect(status, `${placeOf(block)}\n${output}`).toBe(Number(block.values['exit'] ?? 0));
  return output.replaceAll(folder, ours);
}

/** The lines shown occur in this order; `…` alone stands for any others. */
function mustSay(output: string, block: Block): void {
  const said = output.split('\n').map((line) => line.trim());
  let at = 0;
  for (const line of block.text.split('\n').map((one) => one.trim())) {
    if (line === '' || line === '…') continue;
    const found = said.indexOf(line, at);
    expect(found, `${placeOf(block)}: ${line}\n${output}`).not.toBe(-1);
    at = found + 1;
  }
}
