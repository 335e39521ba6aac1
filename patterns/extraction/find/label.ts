import type { Finder } from '../../../contract/artefacts.ts';
import type { TextSpan } from '../../../contract/located-text.ts';
import { candidateAt, type Candidate } from '../candidate.ts';
import { fieldAt, scopeOf, type Document, type Field } from '../document.ts';
import { fold, folded } from '../fold.ts';
import { maxPassage, tokensOf } from '../values/tokens.ts';
import { labelPlaces } from './label-places.ts';
import { leadIn } from './lead-in.ts';
import type { Wanted } from './wanted.ts';

type LabelFinder = Extract<Finder, { by: 'label' }>;

/** What stands beside or below a label. Where a colon promised a value and none can be read, that is told as a fault. */
export function findByLabel(document: Document, finder: LabelFinder, wanted: Wanted): readonly Candidate[] {
  const inScope = scopeOf(document, finder.within);
  return labelPlaces(document, finder)
    .filter(inScope)
    .flatMap((label) => valueOf(document, finder, wanted, label));
}

function valueOf(document: Document, finder: LabelFinder, wanted: Wanted, label: TextSpan): readonly Candidate[] {
  const field = fieldAt(document, label);
  const skipped = leadIn(document.text.slice(label.end, field.end));
  const promised = /[:：=]/u.test(skipped);
  if (finder.anywhere === true && !promised) return [];
  const beside = endedBy(document, { start: label.end + skipped.length, end: field.end }, wanted);
  if (beside.end > beside.start) {
    return finder.look.includes('right') ? read(document, beside, wanted, { promised, below: false }) : [];
  }
  for (const direction of finder.look) {
    const below = direction === 'below';
    const next = below ? field.below() : field.right();
    const span = next && (next.aligned || hasForm(wanted)) ? valueSpan(document, next, wanted) : undefined;
    const found = span ? read(document, span, wanted, { promised, below }) : [];
    if (found.length > 0) return found;
  }
  return [];
}

/** Whatever stands somewhere is a text. */
const hasForm = ({ type }: Wanted): boolean => type.kind !== 'text' || type.form !== undefined;

/** Words up to a colon, and not a time of day. */
const beginsLikeLabel = /^\s*\p{L}[^:：\n]{0,60}[:：](?:\s|$)/u;

/** A neighbour that is a labelled field of its own holds no value of this one. */
function valueSpan(document: Document, field: Field, wanted: Wanted): TextSpan | undefined {
  if (beginsLikeLabel.test(document.text.slice(field.start, field.end))) return undefined;
  const span = endedBy(document, field, wanted);
  return span.end > span.start ? span : undefined;
}

/** The part of a passage before the next known label, without the space around it. */
function endedBy({ text }: Document, { start, end }: TextSpan, { labels }: Wanted): TextSpan {
  const passage = text.slice(start, Math.min(end, start + maxPassage));
  const compared = fold(passage);
  const ends = labels.flatMap((label) => beginsAt(compared.text, folded(label)).map((from) => compared.at(from)));
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
}

function read(document: Document, span: TextSpan, wanted: Wanted, { promised, below }: Reading): readonly Candidate[] {
  const { type, notations } = wanted;
  const passage = document.text.slice(span.start, span.end);
  const tokens = tokensOf(passage, type, notations);
  const found =
    type.kind === 'enum' ? tokens : tokens.filter((token) => leads(passage.slice(0, token.start))).slice(0, 1);
  const how = { method: 'label' as const, ...(below ? { below } : {}) };
  if (found.length > 0) return found.map((token) => candidateAt(token, span.start, how));
  const shown = { start: 0, end: Math.min(passage.length, maxShown), fault: 'malformed' as const };
  return promised && !below ? [candidateAt(shown, span.start, how)] : [];
}

const maxShown = 200;
const weekdays = new Set(
  'pazartesi sali carsamba persembe cuma cumartesi pazar monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  ),
);
/** Nothing stands before a value but, before a date, the day of the week. */
const leads = (before: string): boolean => before === '' || weekdays.has(folded(before).replace(/[ .,]+$/, ''));
