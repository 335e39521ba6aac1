import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { alone, lockName } from '../../../local/cloud/lock.ts';
import { processStart } from '../../../local/cloud/processes.ts';

const root = join(import.meta.dirname, '..', '..', '..');
let project: string;
let folder: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'lock-'));
  folder = join(project, '.local');
  mkdirSync(folder);
});
afterEach(() => rmSync(project, { recursive: true }));

const lockText = (pid: number): string => `${pid} ${processStart(pid) ?? ''}`;
const put = (text: string): void => writeFileSync(join(folder, lockName), text);
const lockFile = (): string => readFileSync(join(folder, lockName), 'utf8');

describe('The lock of the demo', () => {
  test('A command that changes the demo removes its lock at the end, even if it fails', async () => {
    const seen = await alone(async () => lockFile(), folder);
    expect(seen).toBe(lockText(process.pid));
    await expect(alone(() => Promise.reject(new Error('failed')), folder)).rejects.toThrow('failed');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('If another command is running, the second one does nothing and names the process of the first', async () => {
    put(lockText(process.ppid));
    let ran = false;
    const work = async (): Promise<void> => void (ran = true);
    await expect(alone(work, folder)).rejects.toThrow(`It is process ${process.ppid}. Nothing was changed.`);
    expect({ ran, text: lockFile() }).toEqual({ ran: false, text: lockText(process.ppid) });
    expect(readdirSync(folder)).toEqual([lockName]);
  });

  test.each([
    ['has ended', '4194304 1'],
    ['has ended and left its pid to another process', `${process.ppid} another time`],
    ['never wrote its identity', ''],
  ])('If the process that holds the lock %s, a new command takes the lock over', async (_title, text) => {
    put(text);
    expect(await alone(async () => lockFile(), folder)).toBe(lockText(process.pid));
  });

  test('A command does not remove the lock of another command', async () => {
    await alone(async () => put(lockText(process.ppid)), folder);
    expect(lockFile()).toBe(lockText(process.ppid));
  });
});

describe.each(['stop', 'reset'])('The command npm run %s', (command) => {
  const run = () => {
    cpSync(join(root, 'local'), join(project, 'local'), { recursive: true });
    for (const name of ['node_modules', 'contract', 'adapters', 'package.json'])
      symlinkSync(join(root, name), join(project, name));
    const { PATH = '' } = process.env;
    const script = join(project, 'local', `${command}.ts`);
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', env: { PATH } });
    return { status, stderr };
  };
  beforeEach(() => {
    mkdirSync(join(folder, 'cloud', 'state'), { recursive: true });
    writeFileSync(join(folder, 'demo.json'), '{}');
  });

  test('If `npm start` is running, the command changes nothing and says so', () => {
    put(lockText(process.pid));
    const { status, stderr } = run();
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(`It is process ${process.pid}.`) });
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(readdirSync(folder).sort()).toEqual(['cloud', 'demo.json', lockName]);
    expect(readdirSync(join(folder, 'cloud'))).toEqual(['state']);
  });

  test('If no demo is running, the command removes the demo’s file', () => {
    expect(run()).toEqual({ status: 0, stderr: '' });
    expect(readdirSync(folder)).toEqual(command === 'reset' ? [] : ['cloud']);
  });
});
