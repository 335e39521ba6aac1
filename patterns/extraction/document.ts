import type { Within } from '../../contract/artefacts/extractor.ts';
import type { LocatedText, TextRegion, TextSpan } from '../../contract/rows/located-text.ts';
import { Cells } from './cells.ts';
import { foldForLabels, type Folded } from './fold.ts';
import { Lines } from './lines.ts';
import { seenText } from './seen-text.ts';
import { anyHolds } from './spans.ts';

/** A source as the finders see it: its text as a person sees it, unit for unit, the same text folded for labels, its lines and cells, and the part that is looked at. */
export interface Document {
  readonly located: LocatedText;
  readonly text: string;
  readonly folded: Folded;
  readonly lines: Lines;
  readonly cells: Cells;
  /** What a person filled in; they rise. */
  readonly fields: readonly TextRegion[];
  readonly page: number | undefined;
}

/** @param page only this one is looked at */
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
  };
}

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
export function documentPartsOf(document: Document, within: Within | undefined): readonly TextSpan[] {
  const { located, page } = document;
  const named = within
    ? located.regions.filter(({ kind, name }) => kind === within.region && (within.name ?? name) === name)
    : page === undefined
      ? [{ start: 0, end: located.text.length }]
      : located.regions.filter(({ kind, name }) => kind === 'page' && name === String(page));
  return named;
}
