import { folded } from '../fold.ts';
import type { Token } from '../values/token.ts';
import type { Wanted } from './wanted.ts';

/**
 * Returns the values of a field: the one at its beginning, and similar ones beside it, as in `3.2.2026 veya 4.2.2026`.
 * Returns no value if the text after the value changes its meaning, as in `1 150,00`, `2 x 575,00` and `1.150,00-`.
 */
export function statedValues(passage: string, tokens: readonly Token[], { type }: Wanted): readonly Token[] {
  if (type.kind === 'enum') return tokens;
  const first = tokens.find(({ start }) => leads(passage.slice(0, start)));
  if (!first || (type.kind !== 'text' && goesOn(passage, first, type.kind))) return [];
  const found = [first];
  for (const token of tokens) {
    const last = found.at(-1) ?? first;
    if (token.start < last.end) continue;
    const between = passage.slice(last.end, token.start);
    if (!(type.kind === 'text' ? or : sideBySide).test(between)) break;
    found.push(token);
  }
  return found;
}

/** The days of the week in the languages of the notations, in full and abbreviated. */
const weekdays = new Set(
  (
    'pazartesi sali carsamba persembe cuma cumartesi pazar pzt sal car per cum cmt paz ' +
    'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun ' +
    'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so den ' +
    'lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim le'
  ).split(' '),
);
/** True if nothing is before a value except, for a date, a day of the week. */
const leads = (before: string): boolean =>
  before === '' ||
  folded(before)
    .replace(/[ .,]+$/, '')
    .split(/[ .,]+/)
    .every((word) => weekdays.has(word));

const or = /^\s*(?:veya|ya da|or)\s*$/iu;
const sideBySide = /^\s*(?:[/,;|+&–—-]|veya|ya da|ve|ile|or|and|to)?\s*$/iu;

/**
 * Matches text after a number that makes it another number: further digits after a space or an apostrophe, a trailing
 * sign, or a letter that touches it.
 */
const ofNumber = /^(?:[ \u00a0\u202f'’]\d|[-\u2212]|\s[-\u2212](?!\s*[\p{L}\p{Sc}\d])|[\p{L}*×%])/u;
/** Matches a word after an amount without a currency that counts or multiplies it. */
const ofBareNumber = /^[ \u00a0\u202f]{0,2}(?!(?:KDV|VAT|vergi|incl|dahil)\p{L}*)[\p{L}*×%]/iu;

function goesOn(passage: string, token: Token, kind: Exclude<Wanted['type']['kind'], 'enum' | 'text'>): boolean {
  const rest = passage.slice(token.end);
  if (kind === 'date' || kind === 'identifier') return false;
  const isBare = kind === 'money' && /^[-\u2212\d.,]+$/.test(passage.slice(token.start, token.end));
  return (isBare ? ofBareNumber.test(rest) : false) || ofNumber.test(rest);
}
