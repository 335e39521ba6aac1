import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { LocalFailure } from '../../../local/cloud/failure.ts';
import { nodeBinary } from '../../../local/cloud/node-binary.ts';
import { projectRoot } from '../../../local/cloud/paths.ts';

const bare = mkdtempSync(join(tmpdir(), 'node-binary-'));
const complete = mkdtempSync(join(tmpdir(), 'node-binary-'));
afterAll(() => [bare, complete].forEach((folder) => rmSync(folder, { recursive: true })));

test('If `npm ci` installed a Node, it is used and not the caller’s', () => {
  const folder = join(complete, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'node'), '');
  expect(nodeBinary(complete, { path: '/usr/bin/node', version: '26.0.0' })).toBe(join(folder, 'node'));
});

test.each(['22.18.0', '24.0.0', '26.1.0'])('If `npm ci` installed no Node, the caller’s Node %s is used', (version) => {
  expect(nodeBinary(bare, { path: '/usr/bin/node', version })).toBe('/usr/bin/node');
});

test.each(['20.20.2', '22.17.9'])(
  'If the caller’s Node is only %s, it is refused and the error says which version to install',
  (version) => {
    const refused = () => nodeBinary(bare, { path: '/usr/bin/node', version });
    expect(refused).toThrow(LocalFailure);
    expect(refused).toThrow(/Install Node 24/);
  },
);

test('The Node version that the README asks for satisfies the engines in package.json, so that npm does not warn', () => {
  const text = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
  const [, invited = ''] = /On Linux, Node (\d+) or newer/.exec(text('README.md')) ?? [];
  const { engines } = z.object({ engines: z.object({ node: z.string() }) }).parse(JSON.parse(text('package.json')));
  expect(satisfies(`${invited}.0.0`, engines.node)).toBe(true);
});
