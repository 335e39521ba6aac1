import type { LocatedSource } from '../../adapters/located-text/locate.ts';
import { sha256OfBytes } from '../../contract/rows/content.ts';
import { sourceIdOf, sourceName, type Source } from '../../contract/rows/located-text.ts';
import { sourceEvent } from '../sources/source-event.ts';
import { seenName } from '../../contract/values/plain-text.ts';
import { changed, stampOf, type TextDependencies } from './change.ts';

/** The largest depth of a part, such as an e-mail in an e-mail in an e-mail. Deeper parts do not become sources. */
const maxDepth = 3;

/**
 * Makes a new source of each part of a source. The new source has the sender of the containing source, and at least its
 * markings. The row is written before the bytes, because the platform reads a source as soon as its bytes are uploaded.
 */
export async function createParts(
  deps: TextDependencies,
  source: Source,
  parts: LocatedSource['parts'],
): Promise<NonNullable<Source['parts']>> {
  if (source.depth >= maxDepth) return [];
  const created: { name: string; id: string; mediaType: string }[] = [];
  for (const { name, mediaType, bytes } of parts) {
    const sourceHash = sha256OfBytes(bytes);
    const id = sourceIdOf({ by: source.by, sourceHash, mediaType });
    const at = new Date(deps.now()).toISOString();
    const part: Source = {
      id,
      by: source.by,
      name: seenName(name),
      partOf: source.id,
      sourceHash,
      mediaType,
      sizeBytes: bytes.byteLength,
      markings: source.markings,
      state: 'received',
      version: 1,
      at,
      depth: source.depth + 1,
    };
    const event = sourceEvent(await stampOf(deps, at), 'part', { source: part, partOf: source.id });
    if ((await deps.store.put({ to: part, event })) === 'moved') await mark(deps, id, source);
    await deps.content.put('sources', sourceName(id), bytes);
    created.push({ name: seenName(name), id, mediaType });
  }
  return created;
}

/**
 * Adds the markings of the containing source to a part that exists already, because the same sender has sent the same
 * bytes before.
 */
const mark = (deps: TextDependencies, id: string, { markings }: Source): Promise<Source> =>
  changed(deps, id, (present) => {
    const joined = [...new Set([...present.markings, ...markings])].sort();
    return joined.length === present.markings.length
      ? undefined
      : { to: { ...present, markings: joined }, step: 'joined' };
  });
