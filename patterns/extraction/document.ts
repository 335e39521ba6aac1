import type { Within } from '../../contract/artefacts/extractor.ts';
import type { LocatedText, TextSpan } from '../../contract/rows/located-text.ts';
import { Cells } from './cells.ts';
import { foldForLabels, type Folded } from './fold.ts';
import { Lines } from './lines.ts';
import { anyHolds } from './spans.ts';

/** A source as the finders see it: its text, the same text folded for labels, its lines and cells, and the part that is looked at. */
export interface Document {
  readonly located: LocatedText;
  readonly text: string;
  readonly folded: Folded;
  readonly lines: Lines;
  readonly cells: Cells;
  readonly page: number | undefined;
}

/** @param page only this one is looked at */
export const documentOf = (located: LocatedText, page?: number): Document => ({
  located,
  text: located.text,
  folded: foldForLabels(located.text),
  lines: new Lines(located.text),
  cells: new Cells(located.tables),
  page,
});

/** Whether a span may be looked at. Headers of a message are no part of what it says, unless they are asked for. */
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

/** The spans that are looked at, whole: the regions that are named, else all. */
export function partsOf(document: Document, within: Within | undefined): readonly TextSpan[] {
  const { located, page } = document;
  const named = within
    ? located.regions.filter(({ kind, name }) => kind === within.region && (within.name ?? name) === name)
    : page === undefined
      ? [{ start: 0, end: located.text.length }]
      : located.regions.filter(({ kind, name }) => kind === 'page' && name === String(page));
  return named;
}
