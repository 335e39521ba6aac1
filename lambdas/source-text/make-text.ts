import { extractorOf } from '../../adapters/located-text/locate.ts';
import type { LocateOutcome } from '../../adapters/located-text/reader/outcome.ts';
import { canonicalJson, sha256, type Hash } from '../../contract/values/canonical.ts';
import { sha256OfBytes, type ContentStore } from '../../contract/rows/content.ts';
import { Failure } from '../../contract/failures.ts';
import { sizeLimits, sourceTextLimits } from '../../contract/platform/limits.ts';
import {
  settledAt,
  sourceId,
  textName,
  type LocatedText,
  type Source,
  type SourceException,
} from '../../contract/rows/located-text.ts';
import { changed, type SourceChange, type TextDependencies } from './change.ts';
import { standParts } from './parts.ts';

/** An object that was uploaded. */
export interface Uploaded {
  readonly sourceHash: Hash;
  readonly sizeBytes: number;
}

/**
 * Turns an uploaded source into located text, once for each extractor version; a second notice finds the row done. A
 * fault of the file is recorded. A fault of the platform is thrown, and the notice comes again. Each attempt is counted
 * before it begins, so a file that kills this function is refused after the last attempt.
 */
export const makeText =
  (deps: TextDependencies) =>
  async (uploaded: Uploaded): Promise<void> => {
    const source = await changed(deps, sourceId(uploaded.sourceHash), begun(deps.now()));
    if (isDone(source)) return;
    const attempts = source.attempts ?? 1;
    const outcome = attempts > sourceTextLimits.attempts ? ended(undefined) : await outcomeOf(deps, source, uploaded);
    if ('kind' in outcome && outcome.kind === 'died') {
      if (attempts < sourceTextLimits.attempts) return makeText(deps)(uploaded);
      await changed(deps, source.id, (now) => ({ to: refused(now, ended(outcome.detail)), step: 'refused' }));
      return;
    }
    if ('kind' in outcome) {
      await changed(deps, source.id, (now) => ({ to: refused(now, outcome), step: 'refused' }));
      return;
    }
    const parts = await standParts(deps, source, outcome.parts);
    const text = await putText(deps.content, outcome.text);
    await changed(deps, source.id, (now) => ({ to: located(now, text, parts), step: 'located' }));
  };

/** The text of an earlier extractor version stays valid until there is a newer one. */
const begun =
  (now: number): SourceChange =>
  (source) => {
    if (source.state === 'located') return undefined;
    const { exception: _, ...rest } = source;
    const attempts = settledAt(source, now).state === 'received' ? (source.attempts ?? 0) + 1 : 1;
    return { to: { ...rest, state: 'received', attempts }, step: 'received' };
  };

const ended = (how: string | undefined): SourceException => ({
  kind: 'source.unreadable',
  detail: `its reading was begun ${sourceTextLimits.attempts} times and did not come to its end${how === undefined ? '' : `: ${how}`}`,
});

/** True if the source was located by the extractor that would read it today. */
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
  if (bytes === undefined) throw new Failure('dependency.unavailable', 'the bytes of the source are not there yet');
  if (sha256OfBytes(bytes) !== source.sourceHash || bytes.byteLength !== source.sizeBytes) {
    return { kind: 'source.corrupt', detail: 'the bytes differ from the announced ones in hash or size' };
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
  const { exception: _, parts: __, attempts: ___, ...rest } = source;
  return { ...rest, state: 'located', text, ...(parts.length === 0 ? {} : { parts }) };
}

/** The text of an earlier extractor stays stored, but the row no longer names it. */
function refused(source: Source, { kind, detail }: SourceException): Source {
  const { text: _, attempts: __, ...rest } = source;
  return { ...rest, state: 'refused', exception: { kind, detail } };
}
