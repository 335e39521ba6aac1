import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTenant } from '../../../registry/tenant/load.ts';
import { formatProblem } from '../../../registry/tenant/problem.ts';
import { folderLimits, TenantFolder } from '../../../registry/tenant/tenant-folder.ts';
import { copyOfDemo, type TenantCopy } from '../tenant-copy.ts';

const told = async ({ tenantsDir }: TenantCopy): Promise<readonly string[]> =>
  (await loadTenant(tenantsDir, 'demo')).problems.map(formatProblem);

const tool = 'tools/tool.claim.lookup.yaml';
const isLink =
  'it is a symbolic link, so it was not read: its target may be outside of the folder of the tenant. Put the file or folder itself in its place';

/** Moves a file or folder of the copy to a place outside of the tenant, and puts a link to it in its place. */
async function linked(copy: TenantCopy, path: string): Promise<void> {
  const outside = join(copy.tenantsDir, 'outside');
  await rm(outside, { recursive: true, force: true });
  await rename(join(copy.folder, path), outside);
  await symlink(outside, join(copy.folder, path));
}

describe('The folder of a tenant', () => {
  test.each([
    tool,
    'tenant.yaml',
    'ontology/markings.yaml',
    'policies/access.cedar',
    'reports/tool.claim.lookup@1.0.0.json',
  ])('If %s is a link, it is reported once with its place, and its target is not read', async (file) => {
    await using copy = await copyOfDemo();
    await linked(copy, file);
    await writeFile(join(copy.tenantsDir, 'outside'), 'root:x:0:0:secret');
    const problems = (await told(copy)).filter((problem) => problem.startsWith(`${file}:`));
    expect(problems).toEqual([`${file}:1:1: ${isLink}`]);
    expect((await told(copy)).join()).not.toContain('secret');
  });

  test.each(['tools', 'ontology', 'policies', 'reports', 'corpora', 'objects', 'documents'])(
    'If the folder %s is a link, it is reported once, and nothing behind it is read',
    async (folder) => {
      await using copy = await copyOfDemo();
      await linked(copy, folder);
      await writeFile(join(copy.tenantsDir, 'outside', 'stray.txt'), '');
      const problems = await told(copy);
      expect(problems.filter((problem) => problem.startsWith(`${folder}:`))).toEqual([`${folder}:1:1: ${isLink}`]);
      expect(problems.filter((problem) => problem.includes('stray.txt'))).toEqual([]);
    },
  );

  test('A pipe in the place of a file is reported, and nobody waits for it', async () => {
    await using copy = await copyOfDemo();
    await copy.remove(tool);
    execFileSync('mkfifo', [join(copy.folder, tool)]);
    expect((await told(copy)).filter((problem) => problem.startsWith(`${tool}:`))).toEqual([
      `${tool}:1:1: it is a pipe, a socket or a device, so it was not read. Remove it`,
    ]);
  });

  test('A folder whose name ends in .yaml is reported as a folder that nothing reads, not as a missing file', async () => {
    await using copy = await copyOfDemo();
    await mkdir(join(copy.folder, 'tools', 'tool.yaml'));
    expect(await told(copy)).toEqual([
      'tools/tool.yaml:1:1: this file or folder is not part of a tenant, so nothing reads it. Put only .yaml files into tools/',
    ]);
  });

  test('A file over the limit is reported with its size, and is not read', async () => {
    await using copy = await copyOfDemo();
    await truncate(join(copy.folder, tool), folderLimits.fileBytes + 1);
    expect(await told(copy)).toContain(
      `${tool}:1:1: it has 4194305 bytes; at most 4194304 are allowed, so it was not read. Divide it into smaller files`,
    );
  });

  test('A tenant over the limit of all its files is reported at the first file that does not fit', async () => {
    await using copy = await copyOfDemo();
    const { bytes, fileBytes } = folderLimits;
    const problems: Parameters<typeof formatProblem>[0][] = [];
    const folder = new TenantFolder(copy.folder, problems);
    await truncate(join(copy.folder, tool), fileBytes);
    for (let read = 0; read < bytes / fileBytes; read += 1) expect(folder.text(tool)).toHaveLength(fileBytes);
    expect(folder.text(tool)).toBeUndefined();
    expect(problems.map(formatProblem)).toEqual([
      `${tool}:1:1: it has ${fileBytes} bytes; at most 0 are allowed, so it was not read. A tenant may have ${bytes} bytes in all`,
    ]);
  });

  test('A folder with too many files is reported, and none of them is read', async () => {
    await using copy = await copyOfDemo();
    const names = Array.from({ length: folderLimits.files }, (_, i) => join(copy.folder, 'packs', `${i}.yaml`));
    execFileSync('xargs', ['touch'], { input: names.join('\n') });
    const [first, ...more] = (await told(copy)).filter((problem) => problem.startsWith('packs'));
    expect(first).toMatch(
      /^packs:1:1: it has more than \d+ files and folders, so it was not read\. Remove what does not/,
    );
    expect(more).toEqual([]);
  });
});
