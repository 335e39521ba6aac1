import type { Finder } from '../../../contract/artefacts/extractor.ts';
import type { LocatedElement } from '../../../contract/rows/located-text.ts';
import { candidateAt, type Candidate } from '../candidate.ts';
import type { Document } from '../document.ts';
import type { Structure } from '../structure/elements.ts';
import { maxPassage, tokensOf } from '../values/tokens.ts';
import type { SettledType } from '../values/settled.ts';
import type { Token } from '../values/token.ts';
import type { Wanted } from './wanted.ts';

const maxElements = 64;

/** Reads elements of XML, by a term of EN 16931 or by their path. Their numbers are in plain notation. */
export function findByElement(
  document: Document,
  { term, path }: Extract<Finder, { by: 'element' }>,
  { type }: Wanted,
): readonly Candidate[] {
  return document.structures.flatMap((structure) => {
    const found = term === undefined ? structure.atPath(path ?? '') : structure.ofTerm(term);
    const read = typeIn(structure, type);
    return found.slice(0, maxElements).map((element) => {
      const passage = structure.textOf(element).slice(0, maxPassage);
      return candidateAt(wholeToken(passage, element, read), element.start, { method: 'element' });
    });
  });
}

/**
 * Returns the type for the elements of a structure. What the pages say about their amounts and dates does not hold for
 * the elements. An amount without a currency has the currency of the invoice, and no other default.
 */
function typeIn({ syntax, currency }: Structure, type: SettledType): SettledType {
  if (type.kind === 'date') return { kind: 'date' };
  if (type.kind !== 'money' || syntax === undefined) return type;
  const { kind, currencies } = type;
  return { kind, currencies, ...(currency === undefined ? {} : { currency }) };
}

function wholeToken(passage: string, { attributes }: LocatedElement, type: SettledType): Token {
  const written = type.kind === 'date' ? withoutZone(passage) : passage;
  const own = type.kind === 'decimal' ? withoutUnit(written, attributes?.['currencyID']) : written;
  const whole = tokensOf(own, type, ['plain']).find(({ start, end }) => start === 0 && end === own.length);
  return whole ?? { start: 0, end: passage.length, fault: 'malformed' };
}

/** Returns the day of a date or an instant (xsd:date, xsd:dateTime), without time and time zone. */
const withoutZone = (text: string): string => /^(\d{4}-\d{2}-\d{2})(?:T.*|Z|[+-]\d{2}:\d{2})?$/.exec(text)?.[1] ?? text;

const withoutUnit = (text: string, unit: string | undefined): string =>
  unit !== undefined && text.endsWith(` ${unit}`) ? text.slice(0, -unit.length - 1) : text;
