import { extractorOf } from '../../adapters/located-text/locate.ts';
import type { LocateOutcome } from '../../adapters/located-text/reader/outcome.ts';
import { locatedScan, scanExtractor } from '../../adapters/located-text/scan/located-scan.ts';
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
import { createParts } from './parts.ts';

/** An object that was uploaded to the content store. */
export interface Uploaded {
  /** The name under which the bytes are stored. */
  readonly name: Hash;
  readonly sizeBytes: number;
}

/**
 * Makes the located text of an uploaded source, once for each extractor version. For a second event of the same upload,
 * nothing is left to do. If the file is at fault, the row becomes `refused`. If the platform is at fault, an error is
 * thrown, and the event is delivered again. Each attempt is counted before it begins, so a file that makes this
 * function crash is refused after the last attempt.
 */
export const makeText =
  (deps: TextDependencies) =>
  async (uploaded: Uploaded): Promise<void> => {
    const source = await changed(deps, sourceId(uploaded.name), begun(deps.now()));
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
    const parts = await createParts(deps, source, outcome.parts);
    const text = await putText(deps.content, uploaded.name, outcome.text);
    await changed(deps, source.id, (now) => ({ to: located(now, text, parts), step: 'located' }));
  };

/**
 * Returns the change that begins an attempt. A located text stays in use until a newer extractor version has made
 * another one.
 */
const begun =
  (now: number): SourceChange =>
  (source) => {
    if (source.state === 'located') return undefined;
    const { exception: _, announced: __, ...rest } = source;
    const attempts = settledAt(source, now).state === 'received' ? (source.attempts ?? 0) + 1 : 1;
    return { to: { ...rest, state: 'received', attempts }, step: 'received' };
  };

const ended = (how: string | undefined): SourceException => ({
  kind: 'source.unreadable',
  detail: `reading the file was started ${sourceTextLimits.attempts} times and never finished${how === undefined ? '' : `: ${how}`}`,
});

/** Returns true if the present extractor version has already located the source. */
function isDone({ state, text, mediaType }: Source): boolean {
  if (state !== 'located' || text === undefined) return false;
  if (text.extractor === scanExtractor.extractor) return text.extractorVersion.startsWith(`${scanExtractor.version}+`);
  const extractor = extractorOf(mediaType);
  return text.extractor === extractor?.extractor && text.extractorVersion === extractor.extractorVersion;
}

async function outcomeOf(deps: TextDependencies, source: Source, uploaded: Uploaded): Promise<LocateOutcome> {
  if (uploaded.sizeBytes > sizeLimits.sourceBytes)
    return { kind: 'source.too_large', detail: 'the file is larger than 20 MB' };
  const bytes = await deps.content.get('sources', uploaded.name);
  if (bytes === undefined)
    throw new Failure('dependency.unavailable', 'the bytes of the source are not in the content store yet');
  if (sha256OfBytes(bytes) !== source.sourceHash || bytes.byteLength !== source.sizeBytes) {
    return { kind: 'source.corrupt', detail: 'the hash or the size of the bytes is not the announced one' };
  }
  const outcome = await deps.locate(bytes, source.sourceHash, source.mediaType);
  return 'kind' in outcome && outcome.kind === 'source.no_text'
    ? scanned(deps, source, { uploaded, outcome })
    : outcome;
}

/** Reads a file without text as a scan, if the tenant has configured a reader of scans. */
async function scanned(
  { readScan }: TextDependencies,
  { sourceHash, mediaType }: Source,
  { uploaded, outcome }: { readonly uploaded: Uploaded; readonly outcome: SourceException },
): Promise<LocateOutcome> {
  if (readScan === undefined) return outcome;
  const scan = await readScan(uploaded.name);
  if ('kind' in scan) return scan;
  const text = locatedScan({ sourceHash, mediaType, ...scan });
  return 'kind' in text ? text : { text, parts: [] };
}

async function putText(content: ContentStore, name: Hash, located: LocatedText): Promise<NonNullable<Source['text']>> {
  const { extractor, extractorVersion, textHash } = located;
  const json = canonicalJson(located);
  await content.put('texts', textName(name, located), Buffer.from(json));
  return { extractor, extractorVersion, textHash, digest: sha256(json) };
}

function located(source: Source, text: NonNullable<Source['text']>, parts: NonNullable<Source['parts']>): Source {
  const { exception: _, parts: __, attempts: ___, ...rest } = source;
  return { ...rest, state: 'located', text, ...(parts.length === 0 ? {} : { parts }) };
}

/** The text of an earlier extractor version stays in the store, but the row no longer refers to it. */
function refused(source: Source, { kind, detail }: SourceException): Source {
  const { text: _, attempts: __, ...rest } = source;
  return { ...rest, state: 'refused', exception: { kind, detail } };
}
