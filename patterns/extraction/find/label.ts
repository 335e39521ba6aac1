import type { Finder } from '../../../contract/artefacts/extractor.ts';
import type { TextSpan } from '../../../contract/rows/located-text.ts';
import { candidateAt, type Candidate } from '../candidate.ts';
import { scopeOf, type Document } from '../document.ts';
import { fieldAt, type Field } from '../field.ts';
import { foldedAuthorsLabel, foldForLabels } from '../fold.ts';
import { currencyAlone } from '../values/currency.ts';
import { maxPassage, tokensOf } from '../values/tokens.ts';
import { before, inBlock, inColumn } from './chosen.ts';
import { jsonPlaces } from './json-label.ts';
import { labelPlaces } from './label-places.ts';
import { leadIn } from './lead-in.ts';
import { settledBeside } from './stated-currency.ts';
import { statedValues } from './stated-values.ts';
import type { Wanted } from './wanted.ts';

/** The document that a value is read from, and the value that is wanted. */
interface Sought {
  readonly document: Document;
  readonly wanted: Wanted;
}

type LabelFinder = Extract<Finder, { by: 'label' }>;

/**
 * Finds values beside or below a label. If a colon after the label announces a value but none can be read, a fault is
 * returned.
 */
export function findByLabel(document: Document, finder: LabelFinder, wanted: Wanted): readonly Candidate[] {
  const inScope = scopeOf(document, finder.within);
  const members = jsonPlaces(document, finder.labels, wanted.labels).filter(inScope);
  if (members.length > 0) return members.flatMap((member) => memberValue(document, member, wanted));
  const found = labelPlaces(document, { ...finder, known: wanted.labels })
    .filter(inScope)
    .map((label) => ({ label, values: valueOf({ document, wanted }, finder, label) }))
    .filter(({ values }) => values.length > 0);
  return inBlock(document, finder, before(document, finder, found)).flatMap(({ values }) => values);
}

/** Reads a member of a JSON source. A number there is in plain notation. */
function memberValue(document: Document, member: TextSpan, wanted: Wanted): readonly Candidate[] {
  const raw = document.text.slice(member.start, member.end);
  const quoted = document.text[member.start - 1] === '"';
  if (raw.trim() === '' || (!quoted && raw === 'null')) return [];
  const reading = { promised: true, below: false, label: [] };
  return read({ document, wanted: quoted ? wanted : { ...wanted, notations: ['plain'] } }, member, reading);
}

function valueOf({ document, wanted }: Sought, finder: LabelFinder, label: TextSpan): readonly Candidate[] {
  const field = fieldAt(document, label);
  const skipped = leadIn(document.text.slice(label.end, field.end));
  const promised = /[:：=]/u.test(skipped);
  const rest = endedBy(document, { start: label.end + skipped.length, end: field.end }, wanted);
  // In `Total EUR`, the text beside the label is only the currency, and the amount is in another field.
  const isCurrency = wanted.type.kind === 'money' && currencyAlone(textIn(document, rest), wanted.type) !== undefined;
  const beside = isCurrency ? { start: rest.end, end: rest.end } : rest;
  const said = [document.text.slice(label.start, beside.start)];
  const endsField = beside.end === beside.start;
  if (finder.anywhere === true && !promised && !endsField) return [];
  if (!endsField) {
    const reading = { promised, below: false, label: said };
    return finder.look.includes('right') ? read({ document, wanted }, beside, reading) : [];
  }
  for (const direction of finder.look) {
    const found = direction === 'below' ? valueBelow({ document, wanted }, field, said) : [];
    const reading = { promised, below: false, label: said };
    const row =
      direction === 'right' ? inColumn(document, finder, valuesRight({ document, wanted }, field, reading)) : [];
    if (found.length > 0 || row.length > 0) return [...found, ...row];
  }
  return [];
}

function valueBelow({ document, wanted }: Sought, field: Field, label: readonly string[]): readonly Candidate[] {
  const next = field.below();
  const span = next && (next.aligned || hasForm(wanted)) ? valueSpan(document, next, wanted) : undefined;
  return span ? read({ document, wanted }, span, { promised: false, below: true, label }) : [];
}

/**
 * Reads the field beside a label and the similar fields after it. If there are two vehicles side by side, both values
 * are returned. A field that contains only a currency is skipped.
 */
function valuesRight({ document, wanted }: Sought, field: Field, reading: Reading): readonly Candidate[] {
  const { type } = wanted;
  const found: Candidate[] = [];
  let { promised } = reading;
  for (let next = field.right(); next; next = next.right()) {
    if (found.length === 0 && colonAlone.test(document.text.slice(next.start, next.end))) {
      promised = true;
      continue;
    }
    const isCurrency = type.kind === 'money' && currencyAlone(document.text.slice(next.start, next.end), type);
    if (isCurrency) continue;
    const span = next.aligned || hasForm(wanted) ? valueSpan(document, next, wanted) : undefined;
    const values = span
      ? read({ document, wanted }, span, { ...reading, promised: promised && found.length === 0 })
      : [];
    const one = values[0];
    const isLike = found.length === 0 || (span !== undefined && one?.end === span.end && 'values' in one);
    if (values.length === 0 || !isLike) break;
    found.push(...values);
    if (!hasForm(wanted) || type.kind === 'enum' || 'fault' in (one ?? {})) break;
  }
  return found;
}

/** Matches a colon alone in its cell or column. The colon belongs to the label before it. */
const colonAlone = /^\s*[:：=]\s*$/u;

/**
 * True if the type of the property has a form that values can be recognised by. A text without a form accepts anything.
 */
const hasForm = ({ type }: Wanted): boolean => type.kind !== 'text' || type.form !== undefined;

/** Matches words before a colon, but not a time of day. */
const beginsLikeLabel = /^\s*\p{L}[^:：\n]{0,60}[:：](?:\s|$)/u;

const textIn = ({ text }: Document, { start, end }: TextSpan): string => text.slice(start, end);

/**
 * Returns the part of a neighbouring field that may be the value. Undefined if the field begins with a label of its
 * own.
 */
function valueSpan(document: Document, field: Field, wanted: Wanted): TextSpan | undefined {
  if (beginsLikeLabel.test(document.text.slice(field.start, field.end))) return undefined;
  const skipped = leadIn(document.text.slice(field.start, field.end));
  const span = endedBy(document, { start: field.start + skipped.length, end: field.end }, wanted);
  return span.end > span.start ? span : undefined;
}

/** Returns the part of a passage before the next known label, without the space around it. */
function endedBy({ text }: Document, { start, end }: TextSpan, { labels }: Wanted): TextSpan {
  const passage = text.slice(start, Math.min(end, start + maxPassage));
  const compared = foldForLabels(passage);
  const ends = labels.flatMap((label) =>
    beginsAt(compared.text, foldedAuthorsLabel(label)).map((from) => compared.at(from)),
  );
  const kept = passage.slice(0, Math.min(passage.length, ...ends));
  const from = start + kept.length - kept.trimStart().length;
  return { start: from, end: Math.max(from, start + kept.trimEnd().length) };
}

/**
 * Returns the places at which a label with a colon begins in a passage. If the passage is only the label, the place is
 * 0.
 */
function beginsAt(passage: string, label: string): readonly number[] {
  if (passage.trim() === label) return [0];
  const found: number[] = [];
  for (let from = passage.indexOf(label); from !== -1; from = passage.indexOf(label, from + 1)) {
    const colon = /^ ?:/.test(passage.slice(from + label.length));
    if (colon && !/[\p{L}\p{N}]/u.test(passage[from - 1] ?? '')) found.push(from);
  }
  return found;
}

interface Reading {
  readonly promised: boolean;
  readonly below: boolean;
  /** The label as it is written, with the text between it and the value. */
  readonly label: readonly string[];
}

function read({ document, wanted }: Sought, span: TextSpan, { promised, below, label }: Reading): readonly Candidate[] {
  const { notations } = wanted;
  const type = settledBeside(document, wanted.type, { place: span, label });
  const passage = document.text.slice(span.start, span.end);
  // Below a header, a number without a currency may be a count or a page number. It is taken as an amount only if
  // something names its currency.
  const isBare = below && type.kind === 'money' && type.byDefault === true;
  const tokens = tokensOf(passage, type, notations).filter(
    ({ start, end }) => !isBare || /[^\d.,'’\s\u2212-]/u.test(passage.slice(start, end)),
  );
  const found = statedValues(passage, tokens, wanted);
  const how = { method: 'label' as const, ...(below ? { below } : {}) };
  if (found.length > 0) return found.map((token) => candidateAt(token, span.start, how));
  const shown = { start: 0, end: Math.min(passage.length, maxShown), fault: 'malformed' as const };
  return promised && !below ? [candidateAt(shown, span.start, how)] : [];
}

const maxShown = 200;
