import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the page, as it is and compressed with gzip. */
export interface PageFile {
  readonly bytes: Uint8Array;
  readonly gzip: Uint8Array;
}

/** Reads the files of the page into memory, by name. Each file `NAME` has a compressed sibling `NAME.gz`. */
export function pageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const names = readdirSync(folder).filter((name) => !name.endsWith('.gz'));
  const read = (name: string): Uint8Array => readFileSync(join(folder, name));
  return new Map(names.map((name) => [name, { bytes: read(name), gzip: read(`${name}.gz`) }]));
}
