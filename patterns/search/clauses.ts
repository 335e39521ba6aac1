/** The number of a clause or an article with its place in the text, and the form by which it is searched. */
export interface NumberWord {
  readonly form: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Matches numbers of clauses such as `3.2`, `3.2(b)` and `3(b)`: digits separated by points, with an optional letter in
 * brackets.
 */
const numbered =
  /(?<![\p{L}\p{N}.])(\d{1,4}(?:\.\d{1,4}){0,6})(?:[ ]?\((\p{L}|\d{1,2}|[ivx]{1,5})\))?(?![\p{L}\p{N}])/gu;

/**
 * Finds numbers of clauses in a folded text. Each number becomes one word, in addition to the words of its digits: 3.2
 * is `k3q2`, and 3.2(b) is also `k3q2qb`. A form has only letters and digits, and no word of a language looks like it.
 */
export function clausesIn(folded: string): readonly NumberWord[] {
  return [...folded.matchAll(numbered)].flatMap(({ 0: found, 1: number = '', 2: letter, index }) => {
    const form = `k${number.replaceAll('.', 'q')}`;
    const whole = letter === undefined ? [] : [{ form: `${form}q${letter}`, start: index, end: index + found.length }];
    const plain = number.includes('.') ? [{ form, start: index, end: index + number.length }] : [];
    return [...plain, ...whole];
  });
}
