import type { CorpusSnapshot } from '../../contract/artefacts/corpus.ts';
import { Failure } from '../../contract/failures.ts';
import { nearSpellings } from './typo.ts';
import { exactForm, unitNumbersOf, wordsOf, type Word } from './words.ts';

const maxWords = 64;
/** The most words of a query that are corrected, because each needs many look-ups. */
const maxCorrected = 4;

/** A query against one snapshot. */
export interface SearchQuery {
  /** The number of different words. */
  readonly asked: number;
  /** The words in their order. A word that the corpus does not have is replaced by a word that differs by one letter. */
  readonly words: readonly Word[];
  /** The forms that are searched. */
  readonly forms: readonly string[];
}

/**
 * Returns the words of a query that distinguish passages. A form that occurs in more than half of the passages has no
 * weight, because its inverse document frequency is not positive. This form is searched only if the query has no other
 * forms.
 * @throws Failure `arguments.invalid` if the query has more than 64 different words
 */
export function tellingWords(text: string, snapshot: CorpusSnapshot): SearchQuery {
  const words = wordsOf(text, snapshot.locale);
  const numbers = unitNumbersOf(text, snapshot.format);
  const asked = new Set([...words, ...numbers].map(({ form }) => form)).size;
  if (asked > maxWords) {
    throw new Failure('arguments.invalid', `/query/text: must have at most ${maxWords} different words`, {
      pointer: '/query/text',
    });
  }
  const known = snapshot.format === '1' ? words : corrected(words, snapshot);
  const all = [...withoutParts(known, numbers, snapshot), ...numbers].toSorted(
    (a, b) => a.start - b.start || a.end - b.end,
  );
  return { asked, words: known, forms: searchedForms(all, snapshot) };
}

/** If the corpus has the number of a clause, the single words of that number add nothing, so they are not searched. */
function withoutParts(words: readonly Word[], numbers: readonly Word[], snapshot: CorpusSnapshot): readonly Word[] {
  const frequencies = snapshot.frequencies(numbers.map(({ form }) => form));
  const found = numbers.filter(({ form }) => frequencies.has(form));
  return words.filter((word) => !found.some(({ start, end }) => start <= word.start && word.end <= end));
}

/** A word whose stem is too common is searched by its spelling, if that is rare. */
function searchedForms(words: readonly Word[], snapshot: CorpusSnapshot): readonly string[] {
  const frequencies = snapshot.frequencies(words.flatMap(({ form, spelling }) => [form, exactForm(spelling)]));
  const isRare = (form: string): boolean => (frequencies.get(form) ?? Infinity) * 2 <= snapshot.passageCount;
  const stems = words.map(({ form }) => form);
  const rare = stems.filter(isRare);
  const spelled = words
    .filter(({ form }) => !isRare(form))
    .map(({ spelling }) => exactForm(spelling))
    .filter(isRare);
  const found = rare.length > 0 ? rare : stems.filter((form) => frequencies.has(form));
  return [...new Set([...found, ...spelled])];
}

function corrected(words: readonly Word[], snapshot: CorpusSnapshot): readonly Word[] {
  const frequencies = snapshot.frequencies(words.flatMap(({ form, spelling }) => [form, exactForm(spelling)]));
  const isUnknown = ({ form, spelling }: Word): boolean =>
    !frequencies.has(form) && !frequencies.has(exactForm(spelling));
  const unknown = new Set(words.filter(isUnknown).slice(0, maxCorrected));
  return words.flatMap((word) => {
    const near = unknown.has(word) ? nearSpellings(word.spelling, snapshot) : [];
    if (near.length === 0) return [word];
    return near.flatMap((spelling) => wordsOf(spelling, snapshot.locale)).map((one) => ({ ...word, ...pick(one) }));
  });
}

const pick = ({ form, spelling }: Word) => ({ form, spelling });
