import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBelow, listFolder } from '../../../registry/files/list-folder.ts';
import { bytesOfFile, mustBeRegularFile, streamOfFile } from '../../../registry/files/regular-file.ts';
import { writeInside, writeNewInside } from '../../../registry/files/write-inside.ts';

let folder: string;
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
  writeFileSync(at('file'), 'text');
  mkdirSync(at('folder'));
  symlinkSync(at('file'), at('link'));
  symlinkSync(at('nothing'), at('dangling'));
  symlinkSync(at('folder'), at('link-to-folder'));
  execFileSync('mkfifo', [at('pipe')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('The reader of files', () => {
  test('A regular file is read whole, and up to its limit', () => {
    expect(bytesOfFile(at('file'), { maxBytes: 4 }).toString()).toBe('text');
    expect(() => bytesOfFile(at('file'), { maxBytes: 3, ifTooLarge: 'Divide it' })).toThrow(
      `${at('file')} has 4 bytes; at most 3 are allowed. Divide it`,
    );
  });

  test.each(['pipe', 'folder', 'nothing', 'file/below'])(
    'A path with %s in place of a regular file is refused at once, by each way to read it',
    (name) => {
      const refusal = expect.objectContaining({
        name: 'FileRefused',
        missing: name === 'nothing' || name === 'file/below',
      });
      for (const read of [
        () => mustBeRegularFile(at(name)),
        () => bytesOfFile(at(name), { maxBytes: 10 }),
        () => bytesOfFile(at(name), { maxBytes: 10, links: 'refused' }),
        () => streamOfFile(at(name)),
      ])
        expect(read).toThrow(refusal);
    },
  );

  test('A device is not read', () => {
    expect(() => bytesOfFile('/dev/zero', { maxBytes: 10 })).toThrow('/dev/zero is not a regular file');
  });

  test('A file of the system that says that it is empty is read only up to the limit', () => {
    expect(bytesOfFile('/proc/self/status', { maxBytes: 100_000 }).toString()).toMatch(
      /^Name:.*\n[^]*switches:\t\d+\n$/,
    );
    expect(() => bytesOfFile('/proc/self/status', { maxBytes: 10 })).toThrow('over 10 bytes');
  });

  test('A symbolic link is followed if a user names it, and refused in a folder that others have filled', () => {
    expect(bytesOfFile(at('link'), { maxBytes: 10 }).toString()).toBe('text');
    expect(() => bytesOfFile(at('link'), { maxBytes: 10, links: 'refused' })).toThrow(
      `${at('link')} is a symbolic link, which is not followed. Put the file itself in its place`,
    );
  });
});

describe('The list of a folder', () => {
  test('The list says what each entry is, sorted by name, and follows no link', () => {
    expect(listFolder(folder, 10)).toEqual([
      { name: 'dangling', kind: 'link' },
      { name: 'file', kind: 'file' },
      { name: 'folder', kind: 'folder' },
      { name: 'link', kind: 'link' },
      { name: 'link-to-folder', kind: 'link' },
      { name: 'pipe', kind: 'other' },
    ]);
    writeFileSync(at('folder/inside'), '');
    expect(listBelow(folder, 10).map(({ name }) => name)).toEqual([
      'dangling',
      'file',
      'folder/inside',
      'link',
      'link-to-folder',
      'pipe',
    ]);
  });

  test('A folder with more entries than the limit is refused, and so is a tree', () => {
    expect(() => listFolder(folder, 5)).toThrow(`${folder} has more than 5 files and folders`);
    expect(() => listBelow(folder, 6)).toThrow('files and folders');
  });

  test('A folder that does not exist has no entries', () => {
    expect(listFolder(at('nothing'), 5)).toEqual([]);
  });
});

describe('The writer of files', () => {
  test('A link at the place of the file is replaced, and its target stays as it is', async () => {
    symlinkSync(at('file'), at('folder/report'));
    await writeInside(folder, 'folder/report', 'new');
    expect([readFileSync(at('folder/report'), 'utf8'), readFileSync(at('file'), 'utf8')]).toEqual(['new', 'text']);
    expect(readdirSync(at('folder')).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('A new file is not written over what is there, not even through a link', async () => {
    symlinkSync(at('nothing'), at('folder/table'));
    expect(await writeNewInside(folder, 'folder/table', 'new')).toBe(false);
    expect(await writeNewInside(folder, 'folder/other', 'new')).toBe(true);
    expect(readdirSync(folder)).not.toContain('nothing');
  });

  test.each(['link-to-folder', 'file', 'pipe'])('Nothing is written into %s in place of a folder', async (name) => {
    for (const write of [writeInside, writeNewInside])
      await expect(write(folder, `${name}/stray`, 'new')).rejects.toThrow(`${at(name)} is not a folder`);
    expect(readdirSync(at('folder'))).not.toContain('stray');
  });
});
