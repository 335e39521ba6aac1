import { writeFileSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { OutputRefused } from './output-refused.ts';

const ours = z.object({ tenant: z.string(), tools: z.record(z.string(), z.unknown()) });
/** The folder of the parts, and the form of their names. An earlier compiler wrote `chunks`. */
const partNames: Readonly<Record<string, RegExp>> = {
  parts: /^[0-9a-f]{64}$/,
  chunks: /^[0-9a-f]{64}\.(json|mjs|cedar)$/,
};

/**
 * Checks that a release can be written to a path: the path does not exist, is an empty folder, or has an earlier
 * release.
 * @throws OutputRefused if a file, a link or a folder with other files is at `out`
 */
export async function mustBeReplaceable(out: string): Promise<void> {
  const found = await lstat(out).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw new OutputRefused(out, 'cannot be read');
  });
  if (found && !found.isDirectory()) throw new OutputRefused(out, 'exists and is not a folder');
  if (!found || (await readdir(out)).length === 0) return;
  if (!(await isRelease(out))) throw new OutputRefused(out, 'is a folder with files that do not belong to a release');
}

/** Checks that a folder has only files of a release. If it has one other file, the folder belongs to somebody else. */
async function isRelease(folder: string): Promise<boolean> {
  const names = await readdir(folder);
  if (names.some((name) => name !== 'manifest.json' && !Object.hasOwn(partNames, name))) return false;
  for (const [name, form] of Object.entries(partNames)) {
    const parts = await readdir(join(folder, name)).catch(() => []);
    if (parts.some((part) => !form.test(part))) return false;
  }
  try {
    return ours.safeParse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))).success;
  } catch {
    return false;
  }
}

/**
 * Writes the files into a new folder and renames it to its path, so that nobody can open half a release.
 * @throws OutputRefused
 */
export async function replaceRelease(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const out = resolve(folder);
  await mustBeReplaceable(out);
  await mkdir(dirname(out), { recursive: true });
  const beside = await mkdtemp(`${out}.`);
  const [next, former] = [join(beside, 'next'), join(beside, 'former')];
  try {
    await mkdir(join(next, 'parts'), { recursive: true });
    for (const [name, text] of files) writeFileSync(join(next, name), text);
    const moved = await moveAway(out, former);
    try {
      await rename(next, out);
    } catch (error) {
      if (moved) await rename(former, out);
      throw error;
    }
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

async function moveAway(out: string, former: string): Promise<boolean> {
  try {
    await rename(out, former);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
