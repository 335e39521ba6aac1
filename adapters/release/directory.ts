import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Release } from '../../contract/system.ts';
import { sha256 } from '../../contract/values/canonical.ts';
import { openManifest } from './open-manifest.ts';
import { checkedParts } from './parts.ts';

/** Opens the compiled release in a folder. @throws Error if this build cannot read the manifest */
export async function directoryRelease(directory: string): Promise<Release> {
  const text = await readFile(join(directory, 'manifest.json'), 'utf8');
  const parts = checkedParts((digest) => readFile(join(directory, 'parts', digest)).catch(() => undefined));
  const release = openManifest(sha256(text), text, parts);
  if (!release) throw new Error(`${directory} has a release of a format that this build does not read`);
  return release;
}
