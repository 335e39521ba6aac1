import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { writeDemo } from '../../local/demo/demo-file.ts';
import { root } from '../docs/pages.ts';
import { dispatch, openRun } from './support/run.ts';
import { answered, refused } from './support/shapes.ts';

const rows = readFileSync(join(root, 'tenants', 'demo', 'objects', 'claims.ndjson'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => z.looseObject({ claimId: z.string() }).parse(JSON.parse(line)));
const looked = z.object({
  result: z.object({ status: z.string(), sourceVersion: z.string().optional(), object: z.unknown().optional() }),
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'logic-plane-objects-'));
  writeDemo(inject('deployment').demo, join(folder, 'demo.json'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function importFile(lines: readonly object[]) {
  const file = join(folder, 'claims.ndjson');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const command = [join(root, 'bin', 'logic-plane'), 'objects', 'import', file, '--type', 'Claim', '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', LOGIC_PLANE_DEMO: join(folder, 'demo.json') },
  });
  return { status, stderr, report: z.looseObject({}).parse(JSON.parse(stdout || '{}')) };
}

it('A lookup returns an imported object as it is now and, with asOf, as it was at that time', async () => {
  const run = await openRun();
  const row = rows.at(-1);
  const args = { identifier: row?.claimId, source: 'objects' };
  const first = answered(await dispatch(run, 'tool.history.lookup', { body: args }), looked).result;
  expect(first).toMatchObject({ status: 'found', object: row });
  const then = new Date().toISOString();

  const changed = { ...row, description: `Changed at ${then}` };
  expect(importFile([changed])).toMatchObject({ status: 0, report: { objects: 1, created: 0, changed: 1 } });
  expect(importFile([changed])).toMatchObject({ status: 0, report: { objects: 1, changed: 0, unchanged: 1 } });
  const now = answered(await dispatch(run, 'tool.history.lookup', { body: args }), looked).result;
  expect(now).toMatchObject({ object: changed, sourceVersion: String(Number(first.sourceVersion) + 1) });
  const asOf = answered(await dispatch(run, 'tool.history.lookup', { body: { ...args, asOf: then } }), looked).result;
  expect(asOf).toEqual(first);

  // Restores the object, because other tests count what was imported.
  expect(importFile([row ?? {}])).toMatchObject({ status: 0, report: { changed: 1 } });
});

it('If one line of a file is invalid, the import refuses the whole file and names the line and the pointer', () => {
  const answer = importFile([
    { ...rows[0], city: 'Elsewhere' },
    { ...rows[1], status: 'lost' },
  ]);
  expect(answer).toMatchObject({ status: 1, report: { written: 0, bad: [{ line: 2, pointer: '/status' }] } });
});

it('A lookup without the clearance gets 403, and a lookup with asOf in the future is refused with request.invalid', async () => {
  const intern = await openRun('intern-agent');
  const args = { identifier: rows[0]?.claimId, source: 'objects' };
  expect(refused(await dispatch(intern, 'tool.history.lookup', { body: args })).status).toBe(403);
  const asOf = new Date(Date.now() + 3_600_000).toISOString();
  const run = await openRun();
  expect(refused(await dispatch(run, 'tool.history.lookup', { body: { ...args, asOf } }))).toMatchObject({
    code: 'request.invalid',
    pointer: '/asOf',
  });
});
