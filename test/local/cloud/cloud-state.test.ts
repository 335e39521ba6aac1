import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveState, stopCloud, writeState } from '../../../local/cloud/cloud-state.ts';
import { groupMembers, processStart } from '../../../local/cloud/processes.ts';
import { eventually } from '../../support/eventually.ts';

let directory: string;
const started: number[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cloud-state-'));
});
afterEach(() => {
  for (const pid of started.splice(0)) {
    for (const member of groupMembers(pid)) process.kill(member.pid, 'SIGKILL');
  }
  rmSync(directory, { recursive: true, force: true });
});

const pidOf = ({ pid }: ChildProcess): number => {
  if (pid === undefined) throw new Error('not started');
  started.push(pid);
  return pid;
};

const idle = 'setInterval(() => {}, 1000)';

/** Starts a process group whose leader ends at once and whose member, with `word` in its command, stays. */
const orphanOf = async (word: string): Promise<number> => {
  const script = '"$0" -e "$1" "$2" >/dev/null 2>&1 &';
  const leader = spawn('/bin/sh', ['-c', script, process.execPath, idle, word], { detached: true, stdio: 'ignore' });
  const pid = pidOf(leader);
  await once(leader, 'exit');
  const commands = (): string =>
    groupMembers(pid)
      .map(({ command }) => command)
      .join();
  await vi.waitFor(() => expect(commands()).toContain(idle), eventually);
  return pid;
};

test('If the recorded process has ended, stopCloud removes the state file and ends no process', async () => {
  const child = spawn(process.execPath, ['-e', ''], { detached: true, stdio: 'ignore' });
  const pid = pidOf(child);
  await once(child, 'exit');
  writeState(directory, { pid, start: '1', port: 4571, python: 'python' });
  mkdirSync(join(directory, 'tmp'));
  expect(liveState(directory)).toBeUndefined();
  expect(await stopCloud(directory)).toBe(false);
  expect(existsSync(join(directory, 'state.json'))).toBe(false);
  expect(existsSync(join(directory, 'tmp'))).toBe(false);
});

test('If another process has the recorded pid, stopCloud does not end it', async () => {
  const pid = pidOf(spawn(process.execPath, ['-e', idle], { detached: true, stdio: 'ignore' }));
  writeState(directory, { pid, start: 'earlier', port: 4571, python: 'python' });
  expect(liveState(directory)).toBeUndefined();
  expect(await stopCloud(directory)).toBe(false);
  expect(processStart(pid)).toBeDefined();
});

test('A state file that is only partly written counts as missing', async () => {
  writeFileSync(join(directory, 'state.json'), '{"pid": 4');
  expect(liveState(directory)).toBeUndefined();
  expect(await stopCloud(directory)).toBe(false);
  expect(existsSync(join(directory, 'state.json'))).toBe(false);
});

test('Workers that still run after the first process of their group has ended are ended too', async () => {
  const pid = await orphanOf(join(directory, 'tmp', 'worker.js'));
  writeState(directory, { pid, start: '1', port: 4571, python: 'python' });
  expect(await stopCloud(directory)).toBe(true);
  expect(groupMembers(pid)).toEqual([]);
});

test('A process group of another program with the recorded number is not ended', async () => {
  const pid = await orphanOf('elsewhere');
  writeState(directory, { pid, start: '1', port: 4571, python: 'python' });
  expect(await stopCloud(directory)).toBe(false);
  expect(groupMembers(pid)).toHaveLength(1);
});

test('If two processes record an instance at the same time, exactly one succeeds', () => {
  const state = { pid: process.pid, start: processStart(process.pid) ?? '', port: 4571, python: 'python' };
  expect(writeState(directory, state)).toBe(true);
  expect(writeState(directory, { ...state, port: 4572 })).toBe(false);
  expect(liveState(directory)).toEqual(state);
});
