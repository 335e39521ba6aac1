import type { Within } from '../../contract/artefacts/extractor.ts';
import type { LocatedText, TextSpan } from '../../contract/rows/located-text.ts';
import { foldForLabels, type Folded } from './fold.ts';

/** A source as the finders see it: its text, the same text folded for labels, and the part of it that is looked at. */
export interface Document {
  readonly located: LocatedText;
  readonly text: string;
  readonly folded: Folded;
  readonly page: number | undefined;
}

/** @param page only this one is looked at */
export const documentOf = (located: LocatedText, page?: number): Document => ({
  located,
  text: located.text,
  folded: foldForLabels(located.text),
  page,
});

/** Whether a span may be looked at. Headers of a message are no part of what it says, unless they are asked for. */
export function scopeOf({ located, page }: Document, within: Within | undefined): (span: TextSpan) => boolean {
  const regions = located.regions.filter(
    ({ kind, name }) => kind === within?.region && (within.name === undefined || within.name === name),
  );
  const headers = within?.region === 'header' ? [] : located.regions.filter(({ kind }) => kind === 'header');
  const pages = located.regions.filter(({ kind, name }) => kind === 'page' && name === String(page));
  const inAny = (spans: readonly TextSpan[], span: TextSpan): boolean => spans.some((one) => holds(one, span));
  return (span) =>
    !inAny(headers, span) &&
    (within === undefined || inAny(regions, span)) &&
    (page === undefined || inAny(pages, span));
}

export const holds = (outer: TextSpan, inner: TextSpan): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

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
