import * as fc from 'fast-check';

/** Letters that reveal wrong offsets: astral, combining, dotless, invisible, joined and wide ones. */
const letters = [
  ...Array.from('abcXYZ019.,:;-ığüşöçİIĞÜŞÖÇßœﬁﬀ'),
  '😀',
  '👩\u200d👧',
  '🇹🇷',
  'e\u0301',
  'i\u0307',
  '\u00ad',
  '\u00a0',
  '\u200b',
  '漢',
  'ﷺ',
  '𝔘',
  '"',
  "'",
  '<',
  '&',
  '\\',
];

/** Generates a non-empty word of these letters. */
export const word = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 8 }).map((all) => all.join(''));
export const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
export const lines = fc.array(line, { minLength: 1, maxLength: 8 });
/** Generates rows that all have the same number of cells. */
export const grid = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.array(line, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }));
export const lineBreak = fc.constantFrom('\n', '\r\n', '\r');
