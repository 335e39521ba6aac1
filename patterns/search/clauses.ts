/** The number of a clause where it stands, and the form under which it is found. */
export interface Clause {
  readonly form: string;
  readonly start: number;
  readonly end: number;
}

/** `3.2`, `3.2(b)`, `3(b)`: digits parted by points, or with a letter in brackets behind them. */
const numbered =
  /(?<![\p{L}\p{N}.])(\d{1,4}(?:\.\d{1,4}){0,6})(?:[ ]?\((\p{L}|\d{1,2}|[ivx]{1,5})\))?(?![\p{L}\p{N}])/gu;

/**
 * Numbers of clauses in a folded text, each as one word beside the words that it is made of: `k3q2` of 3.2, and with its letter
 * `k3q2qb` too. A form holds letters and digits alone, and no word of a language looks like it.
 */
export function clausesIn(folded: string): readonly Clause[] {
  return [...folded.matchAll(numbered)].flatMap(({ 0: found, 1: number = '', 2: letter, index }) => {
    const form = `k${number.replaceAll('.', 'q')}`;
    const whole = letter === undefined ? [] : [{ form: `${form}q${letter}`, start: index, end: index + found.length }];
    const plain = number.includes('.') ? [{ form, start: index, end: index + number.length }] : [];
    return [...plain, ...whole];
  });
}
