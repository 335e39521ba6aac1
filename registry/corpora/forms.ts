import { snapshotFormat, type CorpusLocale } from '../../contract/artefacts/corpus.ts';
import { exactForm, hasLettersOnly, unitNumbersOf, wordsOf } from '../../patterns/search/words.ts';
import type { CutPassage } from './passages.ts';

type Text = Pick<CutPassage, 'section'> & { readonly text: string };

/** Returns the number of passages that have each form, including the forms of words with their endings. */
export function formCounts(passages: readonly Text[], locale: CorpusLocale): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { section, text } of passages) {
    const forms = [section, text].flatMap((one) => indexedForms(one, locale, () => true));
    for (const form of new Set(forms)) counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  return counts;
}

/** True if a form occurs in more than half of the passages, so that a search cannot use it. */
export const isCommon = (counts: ReadonlyMap<string, number>, form: string, passages: readonly Text[]): boolean =>
  (counts.get(form) ?? 0) * 2 > passages.length;

/** Returns the forms under which a text is indexed: stems, numbers of clauses, and the words whose stem is too common. */
export const indexedForms = (
  text: string,
  locale: CorpusLocale,
  isCommonStem: (form: string) => boolean,
): readonly string[] => [
  ...wordsOf(text, locale).flatMap(({ form, spelling }) =>
    hasLettersOnly(spelling) && isCommonStem(form) ? [form, exactForm(spelling)] : [form],
  ),
  ...unitNumbersOf(text, snapshotFormat).map(({ form }) => form),
];
