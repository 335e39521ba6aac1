import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleasePackage } from '../../contract/artefacts/release-package.ts';
import { canonicalJson } from '../../contract/values/canonical.ts';

/** Writes a compiled release into one file beside its folder. @returns the path of the file */
export function writePackage(directory: string, facts: Pick<ReleasePackage, 'needs' | 'places' | 'local'>): string {
  const parts = join(directory, 'parts');
  const file = `${directory}.json`;
  const content: ReleasePackage = {
    manifest: readFileSync(join(directory, 'manifest.json'), 'utf8'),
    parts: Object.fromEntries(readdirSync(parts).map((digest) => [digest, readFileSync(join(parts, digest), 'utf8')])),
    ...facts,
  };
  writeFileSync(file, canonicalJson(content));
  return file;
}
