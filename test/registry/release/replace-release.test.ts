import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceRelease } from '../../../registry/release/replace-release.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replace-release-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const chunk = `chunks/${'a'.repeat(64)}.json`;
const manifest = JSON.stringify({ schemaVersion: 1, tenant: 'demo', tools: {} });
const files = new Map([
  ['manifest.json', manifest],
  [chunk, '{}'],
]);

const put = async (name: string, texts: Readonly<Record<string, string>>): Promise<string> => {
  const out = join(folder, name);
  await mkdir(join(out, 'chunks'), { recursive: true });
  for (const [file, text] of Object.entries(texts)) await writeFile(join(out, file), text);
  return out;
};

describe('a release replaces nothing but an earlier release', () => {
  test.each([
    ['a folder of other files', { 'notes.txt': 'mine' }],
    ['a folder with a manifest of somebody else', { 'manifest.json': '{"name":"a browser extension"}' }],
    ['a folder with a manifest that is no JSON', { 'manifest.json': 'mine' }],
    ['a release with a file of somebody else', { 'manifest.json': manifest, 'notes.txt': 'mine' }],
    ['a release with a file of somebody else among its chunks', { 'manifest.json': manifest, 'chunks/a.json': 'mine' }],
  ])('%s is refused and stays as it is', async (title, texts) => {
    const out = await put(title, texts);
    await expect(replaceRelease(out, files)).rejects.toThrow('no earlier release: nothing was written');
    for (const [file, text] of Object.entries(texts)) expect(await readFile(join(out, file), 'utf8')).toBe(text);
  });

  test('a file and a link are refused and stay as they are', async () => {
    const [file, link] = [join(folder, 'file'), join(folder, 'link')];
    await writeFile(file, 'mine');
    await symlink(await put('linked', { 'manifest.json': manifest }), link);
    for (const out of [file, link]) await expect(replaceRelease(out, files)).rejects.toThrow('is not a folder');
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  test('what is not there, an empty folder and an earlier release are taken, and nothing is left beside', async () => {
    const parent = join(folder, 'parent');
    await mkdir(join(parent, 'empty'), { recursive: true });
    await put('parent/earlier', { 'manifest.json': manifest, [`chunks/${'b'.repeat(64)}.mjs`]: '' });
    for (const name of ['new', 'empty', 'earlier', 'earlier/']) await replaceRelease(join(parent, name), files);
    expect((await readdir(parent)).sort()).toEqual(['earlier', 'empty', 'new']);
    expect(await readdir(join(parent, 'earlier', 'chunks'))).toEqual([`${'a'.repeat(64)}.json`]);
  });
});
