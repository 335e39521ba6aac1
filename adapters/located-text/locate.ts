import { sha256, type Hash } from '../../contract/values/canonical.ts';
import { sizeLimits } from '../../contract/platform/limits.ts';
import type { TextExtractor, LocatedText } from '../../contract/rows/located-text.ts';
import { parseMediaType } from '../../contract/values/media-type.ts';
import { extractors, type ExtractorRow } from './extractors.ts';
import type { Located } from './located.ts';
import { SourceRefused } from './source-refused.ts';
import { tooLarge } from './text-builder.ts';

export interface LocatedSource {
  readonly text: LocatedText;
  readonly parts: NonNullable<Located['parts']>;
}

/** Returns the extractor that reads a media type, or undefined if there is none. */
export function extractorOf(mediaType: string): TextExtractor | undefined {
  const row = rowOf(mediaType);
  return row && { extractor: row.extractor, extractorVersion: row.version };
}

/**
 * Makes the located text of a source. The same bytes, media type and extractor version always give the same text.
 * @throws SourceRefused
 */
export async function locateSource(bytes: Uint8Array, sourceHash: Hash, mediaType: string): Promise<LocatedSource> {
  const row = rowOf(mediaType);
  if (row === undefined) throw new SourceRefused('source.unsupported', 'no extractor reads this media type');
  if (bytes.byteLength > sizeLimits.sourceBytes) throw tooLarge('the source is larger than 20 MB');
  const { parts = [], ...located } = await row.locate(bytes, parseMediaType(mediaType)?.parameters ?? {});
  const text: LocatedText = {
    sourceHash,
    extractor: row.extractor,
    extractorVersion: row.version,
    mediaType,
    ...located,
    textHash: sha256(located.text),
  };
  return { text, parts };
}

function rowOf(mediaType: string): ExtractorRow | undefined {
  const essence = parseMediaType(mediaType)?.essence;
  return essence !== undefined && Object.hasOwn(extractors, essence) ? extractors[essence] : undefined;
}
