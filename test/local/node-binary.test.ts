import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LocalFailure } from '../../local/failure.ts';
import { nodeBinary } from '../../local/node-binary.ts';

const bare = mkdtempSync(join(tmpdir(), 'node-binary-'));
const complete = mkdtempSync(join(tmpdir(), 'node-binary-'));
afterAll(() => [bare, complete].forEach((folder) => rmSync(folder, { recursive: true })));

test('the Node that npm ci brought along is taken before the caller’s', () => {
  const folder = join(complete, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'node'), '');
  expect(nodeBinary(complete, { path: '/usr/bin/node', version: '26.0.0' })).toBe(join(folder, 'node'));
});

test.each(['22.18.0', '24.0.0', '26.1.0'])('elsewhere Node %s of the caller is new enough', (version) => {
  expect(nodeBinary(bare, { path: '/usr/bin/node', version })).toBe('/usr/bin/node');
});

test.each(['20.20.2', '22.17.9'])('Node %s is refused with one line of advice', (version) => {
  const refused = () => nodeBinary(bare, { path: '/usr/bin/node', version });
  expect(refused).toThrow(LocalFailure);
  expect(refused).toThrow(/Install Node 24/);
});
