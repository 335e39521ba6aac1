import { extractorOf } from '../../adapters/located-text/locate.ts';
import type { LocateOutcome } from '../../adapters/located-text/in-worker.ts';
import { canonicalJson, sha256, type Hash } from '../../contract/values/canonical.ts';
import { sha256OfBytes, type ContentStore } from '../../contract/rows/content.ts';
import { Failure } from '../../contract/failures.ts';
import { sizeLimits } from '../../contract/platform/limits.ts';
import {
  sourceId,
  textName,
  type LocatedText,
  type Source,
  type SourceException,
} from '../../contract/rows/located-text.ts';
import { changed, type Change, type TextDependencies } from './change.ts';
import { standParts } from './parts.ts';

/** An object that was put. */
export interface Uploaded {
  readonly sourceHash: Hash;
  readonly sizeBytes: number;
}

/**
 * Turns an uploaded source into located text, once for each extractor version: told twice, it finds the row done. What is
 * wrong with the file is written down; what is wrong with us is thrown, and comes again.
 */
export const makeText =
  (deps: TextDependencies) =>
  async (uploaded: Uploaded): Promise<void> => {
    const source = await changed(deps, sourceId(uploaded.sourceHash), received);
    if (isDone(source)) return;
    const outcome = await outcomeOf(deps, source, uploaded);
    if ('kind' in outcome) {
      await changed(deps, source.id, (now) => ({ to: refused(now, outcome), step: 'refused' }));
      return;
    }
    const parts = await standParts(deps, source, outcome.parts);
    const text = await putText(deps.content, outcome.text);
    await changed(deps, source.id, (now) => ({ to: located(now, text, parts), step: 'located' }));
  };

const received: Change = (source) => {
  // What an earlier extractor has made of it is good until there is something newer.
  if (source.state === 'received' || source.state === 'located') return undefined;
  const { exception: _, ...rest } = source;
  return { to: { ...rest, state: 'received' }, step: 'received' };
};

/** Located by what would make its text today. */
function isDone({ state, text, mediaType }: Source): boolean {
  const extractor = extractorOf(mediaType);
  return (
    state === 'located' &&
    text?.extractor === extractor?.extractor &&
    text?.extractorVersion === extractor?.extractorVersion
  );
}

async function outcomeOf(deps: TextDependencies, source: Source, uploaded: Uploaded): Promise<LocateOutcome> {
  if (uploaded.sizeBytes > sizeLimits.sourceBytes) return { kind: 'source.too_large', detail: 'over 20 MB' };
  const bytes = await deps.content.get('sources', source.sourceHash);
  if (bytes === undefined) throw new Failure('dependency.unavailable', 'the bytes of a source are not there yet');
  if (sha256OfBytes(bytes) !== source.sourceHash || bytes.byteLength !== source.sizeBytes) {
    return { kind: 'source.corrupt', detail: 'the bytes are not those that were announced' };
  }
  return deps.locate(bytes, source.sourceHash, source.mediaType);
}

async function putText(content: ContentStore, located: LocatedText): Promise<NonNullable<Source['text']>> {
  const { extractor, extractorVersion, textHash, sourceHash } = located;
  const json = canonicalJson(located);
  await content.put('texts', textName(sourceHash, located), Buffer.from(json));
  return { extractor, extractorVersion, textHash, digest: sha256(json) };
}

function located(source: Source, text: NonNullable<Source['text']>, parts: NonNullable<Source['parts']>): Source {
  const { exception: _, parts: __, ...rest } = source;
  return { ...rest, state: 'located', text, ...(parts.length === 0 ? {} : { parts }) };
}

/** A text that an earlier extractor has made stays where it is, but the row names it no more. */
function refused(source: Source, { kind, detail }: SourceException): Source {
  const { text: _, ...rest } = source;
  return { ...rest, state: 'refused', exception: { kind, detail } };
}
