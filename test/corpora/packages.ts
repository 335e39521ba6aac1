import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installEnvironment } from '../../local/cloud/environment.ts';
import { localFolder } from '../../local/cloud/paths.ts';
import { virtualEnvironment } from '../../local/cloud/python.ts';
import { run } from '../../local/cloud/run.ts';

const cache = join(localFolder, 'corpora');

/** The packages of npm, with the SHA-256 of their archives. */
const npmPackages = {
  'cldr-dates-full@48.2.0': '0256f1cefeca14f7d515be4872dda48fcdd7e75381430f25aafd0143eae5b430',
  'cldr-numbers-full@48.2.0': '2d17a1453c559a62112caeed52e0bcfe3cb8539c99d239ae7b7ed4d0827679d9',
} as const;

let fetched: Promise<void> | undefined;

/**
 * Returns the folder with the unpacked packages, each in a folder with the name of its archive. The first call downloads
 * them from the registries that pip and npm are configured for. An archive with another hash is an error.
 */
export async function packages(): Promise<string> {
  fetched ??= fetch();
  await fetched;
  return cache;
}

/** Returns the Python that pip and the unpacking use. */
export const corporaPython = (): Promise<string> =>
  virtualEnvironment('corpora', join(import.meta.dirname, 'build-requirements.txt'));

async function fetch(): Promise<void> {
  const requirements = join(import.meta.dirname, 'pypi-requirements.txt');
  const wanted = JSON.stringify([readFileSync(requirements, 'utf8'), npmPackages]);
  const complete = join(cache, `complete-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`);
  if (existsSync(complete)) return;
  const python = await corporaPython();
  const building = `${cache}.${process.pid}`;
  const archives = join(building, 'archives');
  mkdirSync(archives, { recursive: true });
  try {
    const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--no-build-isolation', '--require-hashes'];
    await mustRun(python, [...pip, '--dest', archives, '-r', requirements], building);
    for (const [name, hash] of Object.entries(npmPackages)) await pack(name, { hash, archives, building });
    for (const file of readdirSync(archives)) await unpack(join(archives, file), { python, building });
    rmSync(archives, { recursive: true });
    mkdirSync(join(building, complete.slice(cache.length + 1)));
    rmSync(cache, { recursive: true, force: true });
    renameSync(building, cache);
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}

async function pack(
  name: string,
  { hash, archives, building }: { readonly hash: string; readonly archives: string; readonly building: string },
): Promise<void> {
  const before = new Set(readdirSync(archives));
  await mustRun('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', archives, name], building);
  const made = readdirSync(archives).find((file) => !before.has(file)) ?? '';
  const found = createHash('sha256')
    .update(readFileSync(join(archives, made)))
    .digest('hex');
  if (found !== hash) throw new Error(`the archive of ${name} has another hash than the pinned one: ${found}`);
}

/** Unpacks an archive into a folder. Its hash was checked, so its paths are trusted. */
function unpack(
  archive: string,
  { python, building }: { readonly python: string; readonly building: string },
): Promise<void> {
  const [, name = ''] = /([^/]+?)(?:-py[23].*\.whl|\.tar\.gz|\.tgz)$/.exec(archive) ?? [];
  const module = archive.endsWith('.whl') ? 'zipfile' : 'tarfile';
  return mustRun(python, ['-I', '-m', module, '-e', archive, join(building, name)], building);
}

async function mustRun(program: string, args: readonly string[], tmp: string): Promise<void> {
  const { code, output } = await run(program, args, {
    env: { ...installEnvironment(tmp), HOME: process.env['HOME'] ?? tmp },
  });
  if (code !== 0) throw new Error(`${program} ${args[0] ?? ''} ${args[1] ?? ''} ended with ${code}:\n${output}`);
}
