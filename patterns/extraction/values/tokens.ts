import type { Notation } from '../../../contract/artefacts/extractor.ts';
import { dateTokens } from './date.ts';
import { identifierTokens } from './identifier.ts';
import { moneyTokens } from './money.ts';
import { numbersOf, numberToken } from './number.ts';
import type { SettledType } from './settled.ts';
import { enumTokens, textTokens } from './text.ts';
import type { Token } from './token.ts';

/** The longest passage, in UTF-16 units, that is read as a value. This limits the time that the reading takes. */
export const maxPassage = 2000;

/**
 * Finds every part of a passage that has the form of the type, from left to right. Offsets count from the start of the
 * passage.
 */
export function tokensOf(passage: string, type: SettledType, notations: readonly Notation[]): readonly Token[] {
  const text = passage.slice(0, maxPassage);
  switch (type.kind) {
    case 'date':
      return dateTokens(text, type, notations);
    case 'money':
      return moneyTokens(text, type, notations);
    case 'decimal':
      return decimalTokens(text, type.scale, notations);
    case 'identifier':
      return identifierTokens(text, type.scheme);
    case 'text':
      return textTokens(text, type);
    case 'enum':
      break;
  }
  return enumTokens(text, type);
}

function decimalTokens(text: string, scale: number, notations: readonly Notation[]): readonly Token[] {
  return [...text.matchAll(numberToken(notations))].map((match): Token => {
    const place = { start: match.index, end: match.index + match[0].length };
    const values = numbersOf(match[0], notations).filter((number) => (number.split('.')[1]?.length ?? 0) <= scale);
    return values.length === 0 ? { ...place, fault: 'malformed' } : { ...place, values };
  });
}
