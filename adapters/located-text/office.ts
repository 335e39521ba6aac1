import { stored, unfolded } from './archive.ts';
import { mustBeArchive } from './magic.ts';
import { SourceRefused } from './source-refused.ts';

/**
 * The parts of an Office document that hold its text, as an archive that unfolds to nothing.
 * @param main the part without which it is another document
 * @param edited what a reader of them is to see in their place
 * @throws SourceRefused
 */
export function officeParts(
  bytes: Uint8Array,
  main: string,
  edited: (parts: ReadonlyMap<string, Uint8Array>) => ReadonlyMap<string, Uint8Array> = (parts) => parts,
): Buffer {
  mustBeArchive(bytes);
  const files = unfolded(bytes);
  if (!files.has(main)) {
    throw new SourceRefused('source.media_type_mismatch', `the bytes are an archive without ${main}`);
  }
  return stored(edited(new Map([...files].filter(([name]) => /\.(xml|rels)$/i.test(name)))));
}
