import type { Within } from '../../contract/artefacts/extractor.ts';
import type { LocatedText, TextRegion, TextSpan } from '../../contract/rows/located-text.ts';
import { Cells } from './cells.ts';
import { foldForLabels, type Folded } from './fold.ts';
import { Lines } from './lines.ts';
import { seenText } from './seen-text.ts';
import { Structure } from './structure/elements.ts';
import { anyHolds } from './spans.ts';

/**
 * A source in the form that finders use. `text` is what a person sees, with the same offsets as the source's text;
 * `folded` is that text in the form in which labels are compared.
 */
export interface Document {
  readonly located: LocatedText;
  readonly text: string;
  readonly folded: Folded;
  readonly lines: Lines;
  readonly cells: Cells;
  /** The regions that a person filled in, sorted by their start. */
  readonly fields: readonly TextRegion[];
  readonly page: number | undefined;
  /** The XML documents in the source, such as the invoice in a PDF. */
  readonly structures: readonly Structure[];
  /** True if the source also has pages, so that they can be compared with its structures. */
  readonly isHybrid: boolean;
}

/** Prepares a located text for the finders. @param page the only page that is searched */
export function documentOf(located: LocatedText, page?: number): Document {
  const text = seenText(located);
  return {
    located,
    text,
    folded: foldForLabels(text),
    lines: new Lines(text),
    cells: new Cells(located.tables),
    fields: located.regions.filter(({ kind }) => kind === 'field').toSorted((a, b) => a.start - b.start),
    page,
    structures: (located.structures ?? []).map((one) => new Structure(located.text, one)),
    isHybrid: located.regions.some(({ kind }) => kind === 'structured'),
  };
}

/**
 * Returns a function that tells whether a span may be searched. The headers of an e-mail are searched only if `within`
 * asks for them, because they are not part of the content of the e-mail.
 */
export function scopeOf({ located, page }: Document, within: Within | undefined): (span: TextSpan) => boolean {
  const inRegion = anyHolds(
    located.regions.filter(
      ({ kind, name }) => kind === within?.region && (within.name === undefined || within.name === name),
    ),
  );
  const inHeader = anyHolds(within?.region === 'header' ? [] : located.regions.filter(({ kind }) => kind === 'header'));
  const inPage = anyHolds(located.regions.filter(({ kind, name }) => kind === 'page' && name === String(page)));
  return (span) => !inHeader(span) && (within === undefined || inRegion(span)) && (page === undefined || inPage(span));
}

/**
 * Returns the spans that are searched as a whole: the regions that `within` names, or else the only page to search, or
 * else the whole text.
 */
export function documentPartsOf(document: Document, within: Within | undefined): readonly TextSpan[] {
  const { located, page } = document;
  const named = within
    ? located.regions.filter(({ kind, name }) => kind === within.region && (within.name ?? name) === name)
    : page === undefined
      ? [{ start: 0, end: located.text.length }]
      : located.regions.filter(({ kind, name }) => kind === 'page' && name === String(page));
  return named;
}
