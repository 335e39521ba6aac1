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

/** What stands beside or below a label. Where a colon promised a value and none can be read, that is told as a fault. */
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

/** A member of a JSON source; a number there is written as machines do. */
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
  // `Total EUR` with its value in another field: what is beside it is whose currency that is.
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
 * The field beside a label and those after it that are the like: of two vehicles side by side none is chosen. A currency of
 * its own field is no value.
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

/** A colon in a column, or a cell, of its own belongs to the label before it. */
const colonAlone = /^\s*[:：=]\s*$/u;

/** Whatever stands somewhere is a text. */
const hasForm = ({ type }: Wanted): boolean => type.kind !== 'text' || type.form !== undefined;

/** Words up to a colon, and not a time of day. */
const beginsLikeLabel = /^\s*\p{L}[^:：\n]{0,60}[:：](?:\s|$)/u;

const textIn = ({ text }: Document, { start, end }: TextSpan): string => text.slice(start, end);

/** A neighbour that is a labelled field of its own holds no value of this one. */
function valueSpan(document: Document, field: Field, wanted: Wanted): TextSpan | undefined {
  if (beginsLikeLabel.test(document.text.slice(field.start, field.end))) return undefined;
  const skipped = leadIn(document.text.slice(field.start, field.end));
  const span = endedBy(document, { start: field.start + skipped.length, end: field.end }, wanted);
  return span.end > span.start ? span : undefined;
}

/** The part of a passage before the next known label, without the space around it. */
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

/** Where a label with its colon stands in a passage; at 0 also where the passage is the label and no more. */
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
  /** The label as it stands, with what follows it up to the value. */
  readonly label: readonly string[];
}

function read({ document, wanted }: Sought, span: TextSpan, { promised, below, label }: Reading): readonly Candidate[] {
  const { notations } = wanted;
  const type = settledBeside(document, wanted.type, { place: span, label });
  const passage = document.text.slice(span.start, span.end);
  // Below a header a bare number may be a count or a page: it is an amount where something names its currency.
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
