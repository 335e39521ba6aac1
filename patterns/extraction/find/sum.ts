import { decimalOf, type Decimal } from '../../../contract/values/decimal.ts';
import type { Finder } from '../../../contract/artefacts/extractor.ts';
import type { TextSpan } from '../../../contract/rows/located-text.ts';
import { candidateAt, type Candidate } from '../candidate.ts';
import { scopeOf, type Document } from '../document.ts';
import { maxPassage, tokensOf } from '../values/tokens.ts';
import { settledBeside } from './stated-currency.ts';
import type { Wanted } from './wanted.ts';
import { wholeValue } from './whole.ts';

/** The most amounts above a sum that are tried as its parts. */
const maxParts = 60;
/** The most lines of a document that are searched. If the document has more lines, only its last lines are searched. */
const maxLines = 4000;

interface Amount {
  readonly candidate: Candidate;
  readonly value: Decimal;
  readonly currency: string;
}

/**
 * Finds the greatest amount that is the sum of the amounts directly above it. That is how a net amount and VAT add up
 * to a total, whatever its label is.
 */
export function findBySum(
  document: Document,
  finder: Extract<Finder, { by: 'sum' }>,
  wanted: Wanted,
): readonly Candidate[] {
  const inScope = scopeOf(document, finder.within);
  const amounts = linesOf(document)
    .filter(inScope)
    .slice(-maxLines)
    .flatMap((line) => amountsOf(document, line, wanted));
  const sums = amounts.flatMap((amount, i) => (isSum(amounts, i, amount) ? [{ amount, at: i }] : []));
  const greatest = sums.reduce<(typeof sums)[number] | undefined>(
    (best, one) => (best && best.amount.value.abs().gte(one.amount.value.abs()) ? best : one),
    undefined,
  );
  if (!greatest || isExceeded(amounts, greatest.at, greatest.amount)) return [];
  return sums.filter(({ amount }) => amount.value.eq(greatest.amount.value)).map(({ amount }) => amount.candidate);
}

/**
 * The number of amounts after a sum that are checked. If one of these amounts is greater, the sum may be only a part of
 * it, as a VAT total is part of the amount to pay.
 */
const maxBehind = 6;
function isExceeded(amounts: readonly Amount[], at: number, { value, currency }: Amount): boolean {
  const own = value.abs();
  return amounts.slice(at + 1, at + 1 + maxBehind).some((one) => one.currency === currency && one.value.abs().gt(own));
}

function isSum(amounts: readonly Amount[], at: number, { value, currency }: Amount): boolean {
  let rest = value;
  for (let i = at - 1; i >= Math.max(0, at - maxParts); i--) {
    const part = amounts[i];
    if (!part || part.currency !== currency) return false;
    rest = rest.minus(part.value);
    if (rest.eq('0')) return at - i > 1;
  }
  return false;
}

function linesOf({ text }: Document): readonly TextSpan[] {
  return [...text.matchAll(/[^\n\r\f]+/g)].map(({ 0: line, index }) => ({ start: index, end: index + line.length }));
}

/**
 * Returns the amounts on a line. If the line is a table row or has columns, returns only the last amount, which is the
 * result of the row. If it is a sentence, returns all its amounts.
 */
function amountsOf(document: Document, line: TextSpan, wanted: Wanted): readonly Amount[] {
  const cell = document.cells.at({ start: line.start, end: line.start });
  const pieces = cell ? (cell.table.rows[cell.row] ?? []) : document.lines.at(line.start).pieces;
  const found =
    pieces.length > 1
      ? pieces
          .flatMap((piece) => wholeValue({ document, wanted }, piece, 'sum'))
          .filter((candidate) => 'values' in candidate)
          .slice(-1)
      : written(document, line, wanted);
  return found.flatMap(amountOf);
}

/** Returns the amounts in a sentence that have their minor units or a currency. A page number has neither. */
function written(document: Document, line: TextSpan, wanted: Wanted): readonly Candidate[] {
  const passage = document.text.slice(line.start, Math.min(line.end, line.start + maxPassage));
  const type = settledBeside(document, wanted.type, { place: line });
  return tokensOf(passage, type, wanted.notations)
    .filter(({ start, end }) => /[.,]\d{2}$|[^\d.,-]/.test(passage.slice(start, end)))
    .map((token) => candidateAt(token, line.start, { method: 'sum' }));
}

function amountOf(candidate: Candidate): readonly Amount[] {
  const [value, other] = 'values' in candidate ? candidate.values : [];
  if (value === undefined || other !== undefined || typeof value === 'string') return [];
  const amount = decimalOf(value.amount);
  return amount === undefined || amount.eq('0') ? [] : [{ candidate, value: amount, currency: value.currency }];
}
