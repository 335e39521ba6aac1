import { covers, type Marking } from '../../../contract/authority/markings.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import type { ContentReader } from '../../../contract/rows/content.ts';
import {
  isVisibleTo,
  sourceName,
  textName,
  type LocatedText,
  type Source,
  type SourceId,
} from '../../../contract/rows/located-text.ts';
import type { Sources } from '../../../contract/system.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import type { EvidenceSpan } from '../../../contract/values/shapes.ts';
import { findSources, findSpans, type FoundSpan } from './find-spans.ts';
import { passagePlace } from './passage-place.ts';
import { surroundingsOf } from './surroundings.ts';

export interface CaseReaders {
  readonly sources: Pick<Sources, 'find'>;
  readonly content: ContentReader;
}

/** The most sources of a case that are read. */
const mostSources = 32;
/** The most texts that are read for one case, one after the other, because a text may have 20 MB. */
const mostTexts = 8;

/**
 * Returns the sources that a case names and that the caller may see. A source that does not exist, and one for which the
 * caller is not cleared, are both left out.
 */
export async function citedSources(
  { sources }: Pick<CaseReaders, 'sources'>,
  shown: unknown,
  { caller, clearance }: { readonly caller: Caller; readonly clearance: readonly Marking[] },
): Promise<readonly Source[]> {
  const ids = [...findSources(shown)].sort().slice(0, mostSources);
  const rows = ids.length === 0 ? [] : await sources.find(ids);
  return rows.filter(
    (row) => row !== undefined && isVisibleTo(row, caller) && covers(clearance, row.markings),
  ) as Source[];
}

/** Returns the passages that a case quotes. A passage has its place and its surroundings if its source is given. */
export async function quotedPassages(
  { content }: Pick<CaseReaders, 'content'>,
  shown: unknown,
  sources: readonly Source[],
): Promise<readonly object[]> {
  const passages: object[] = [];
  const texts = new Map<string, Promise<SourceText | undefined>>();
  for (const { at, span } of findSpans(shown, '')) {
    const key = `${span.sourceHash} ${span.textHash}`;
    const known = texts.get(key);
    const reading = known ?? (texts.size < mostTexts ? textOf(content, span, sources) : Promise.resolve(undefined));
    texts.set(key, reading);
    const text = await reading;
    passages.push({ ...quoted({ at, span }), ...(text && around(text, span)) });
  }
  return passages;
}

const quoted = ({ at, span: { quote, document, title, section } }: FoundSpan) => ({
  at,
  quote,
  document,
  title,
  section,
});

interface SourceText {
  readonly id: SourceId;
  readonly located: LocatedText;
}

/** Returns the text that a span quotes, if one of the sources has it. An erased text is not found. */
async function textOf(
  content: ContentReader,
  span: EvidenceSpan,
  sources: readonly Source[],
): Promise<SourceText | undefined> {
  for (const { id } of sources.filter(({ sourceHash }) => sourceHash === span.sourceHash)) {
    const bytes = await content.get('texts', textName(sourceName(id), span));
    const located = bytes && (JSON.parse(Buffer.from(bytes).toString('utf8')) as Partial<LocatedText>);
    if (located?.text !== undefined && sha256(located.text) === span.textHash)
      return { id, located: located as LocatedText };
  }
  return undefined;
}

/** Returns what surrounds a quote. Nothing if the text at the offsets is not the quote. */
const around = ({ id, located }: SourceText, span: EvidenceSpan): object =>
  located.text.slice(span.start, span.end) === span.quote
    ? { source: id, place: passagePlace(located, span), ...surroundingsOf(located, span) }
    : {};
