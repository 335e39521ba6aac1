import { utf8Text } from '../../contract/values/utf8.ts';
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
  const parts = new Map([...files].filter(([name]) => /\.(xml|rels)$/i.test(name)));
  // Whoever reads them takes them for UTF-8, and would replace what is none.
  if ([...parts.values()].some((part) => utf8Text(part) === undefined)) {
    throw new SourceRefused('source.corrupt', 'a part of the document is not UTF-8');
  }
  return stored(edited(parts));
}
