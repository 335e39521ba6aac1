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

const part = `parts/${'a'.repeat(64)}`;
const manifest = JSON.stringify({ format: 2, tenant: 'demo', tools: {} });
const files = new Map([
  ['manifest.json', manifest],
  [part, '{}'],
]);

const put = async (name: string, texts: Readonly<Record<string, string>>): Promise<string> => {
  const out = join(folder, name);
  for (const name of ['parts', 'chunks']) await mkdir(join(out, name), { recursive: true });
  for (const [file, text] of Object.entries(texts)) await writeFile(join(out, file), text);
  return out;
};

describe('The place for a release', () => {
  test.each([
    ['only other files', { 'notes.txt': 'mine' }],
    ['a manifest of another program', { 'manifest.json': '{"name":"a browser extension"}' }],
    ['a manifest that is not JSON', { 'manifest.json': 'mine' }],
    ['a release with another file', { 'manifest.json': manifest, 'notes.txt': 'mine' }],
    ['a release with another file among its parts', { 'manifest.json': manifest, 'parts/a.json': 'mine' }],
  ])(
    'If the place for a release has %s, the release is refused and the folder is not changed',
    async (title, texts) => {
      const out = await put(title, texts);
      await expect(replaceRelease(out, files)).rejects.toThrow('do not belong to a release. Nothing was written');
      for (const [file, text] of Object.entries(texts)) expect(await readFile(join(out, file), 'utf8')).toBe(text);
    },
  );

  test('If the place for a release is a file or a link, the release is refused and the file or link is not changed', async () => {
    const [file, link] = [join(folder, 'file'), join(folder, 'link')];
    await writeFile(file, 'mine');
    await symlink(await put('linked', { 'manifest.json': manifest }), link);
    for (const out of [file, link]) await expect(replaceRelease(out, files)).rejects.toThrow('is not a folder');
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  test('A release can be written to a new folder, to an empty folder or over an earlier release, and leaves no other file beside it', async () => {
    const parent = join(folder, 'parent');
    await mkdir(join(parent, 'empty'), { recursive: true });
    await put('parent/earlier', { 'manifest.json': manifest, [`chunks/${'b'.repeat(64)}.mjs`]: '' });
    for (const name of ['new', 'empty', 'earlier', 'earlier/']) await replaceRelease(join(parent, name), files);
    expect((await readdir(parent)).sort()).toEqual(['earlier', 'empty', 'new']);
    expect(await readdir(join(parent, 'earlier'))).toEqual(['manifest.json', 'parts']);
    expect(await readdir(join(parent, 'earlier', 'parts'))).toEqual(['a'.repeat(64)]);
  });
});
