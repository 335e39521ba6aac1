import type { NumberWord } from './clauses.ts';

/**
 * Returns the first two letters of the form by which the number of an article, paragraph or section is searched. No
 * word of a language begins with these letters.
 */
const prefixOf = (kind: string): string => {
  if (/^(?:§|par)/.test(kind)) return 'qp';
  return /^(?:se|bo|ab)/.test(kind) ? 'qs' : 'qa';
};

const named =
  /(?<![\p{L}\p{N}])(articles?|art|artikels?|maddes?i?|md|m(?=\.)|§{1,2}|paragraf|section|sec|bolum|abschnitt)\.?[ ]?(\d{1,4}[a-z]?)(?![\p{L}\p{N}])/gu;
/** Turkish also writes the number first: `5. madde`, `5 inci madde`, `5'inci maddenin`. */
const numberFirst =
  /(?<![\p{L}\p{N}.])(\d{1,4})(?:\.[ ]?|[ ]|[' ]{1,2}(?:inci|nci|uncu|ncu)[ ])(madde|bolum)\p{L}{0,12}/gu;
const paragraph =
  /^(?:[ ]?\((\d{1,2}|[a-z])\)|\/(\d{1,2})|,?[ ](?:abs|absatz|para|paragraph|fikra|f)\.?[ ](\d{1,2})|[ ](\d{1,2})(?:\.|[' ]{0,2}(?:inci|nci|uncu|ncu))[ ]fikra\p{L}{0,6})(?![\p{L}\p{N}])/u;

/**
 * Finds numbers of articles, paragraphs and sections in a folded text. Each number becomes one word: Article 7 is
 * `qa7`, and Article 7(2) is also `qa7q2`. The same form is used for every language: `Madde 7/2` and `Art. 7 Abs. 2`
 * are also `qa7q2`.
 */
export function articlesIn(folded: string): readonly NumberWord[] {
  const first = [...folded.matchAll(numberFirst)].map((found) => ({ found, kind: found[2], number: found[1] }));
  const last = [...folded.matchAll(named)].map((found) => ({ found, kind: found[1], number: found[2] }));
  return [...first, ...last].flatMap(({ found: { 0: written, index }, kind = '', number = '' }) => {
    const end = index + written.length;
    const plain = { form: `${prefixOf(kind)}${number}`, start: index, end };
    const below = paragraph.exec(folded.slice(end, end + 24));
    const part = below?.slice(1).find((one) => one !== undefined);
    if (!below || part === undefined) return [plain];
    return [plain, { form: `${plain.form}q${part}`, start: index, end: end + below[0].length }];
  });
}
