import { describe, expect, it } from 'vitest';
import { isPlainText, notPlainAt, seenName } from '../../../contract/values/plain-text.ts';

const hidden = [
  ['a right-to-left override', '\u202E'],
  ['an isolate', '\u2066'],
  ['a right-to-left mark', '\u200F'],
  ['a zero-width space', '\u200B'],
  ['a zero-width joiner', '\u200D'],
  ['a byte order mark', '\uFEFF'],
  ['a word joiner', '\u2060'],
  ['a soft hyphen', '\u00AD'],
  ['an escape character', '\u001B'],
  ['a NUL', '\0'],
  ['a carriage return', '\r'],
  ['a C1 control character', '\u009B'],
  ['a line separator', '\u2028'],
  ['a Hangul filler', '\u3164'],
  ['a tag character', '\u{E0041}'],
  ['a variation selector that can carry hidden bytes', '\u{E0100}'],
] as const;

describe('Text that people read', () => {
  it.each(hidden)(
    'A text with %s is not plain, and people see a replacement character in its place',
    (_, character) => {
      expect(isPlainText(`pay${character}ee`)).toBe(false);
      expect(seenName(`pay${character}ee`)).toBe('pay\uFFFDee');
    },
  );

  it.each(['Satır 1\n\tSatır 2', 'İĞÜŞÖÇ ığüşöç', 'Zahlung über 3.000 €', 'مرحبا', 'done ✔\uFE0F', ''])(
    'The text %j is plain',
    (text) => {
      expect(isPlainText(text)).toBe(true);
      expect(seenName(text)).toBe(text);
    },
  );

  it('notPlainAt returns the pointer to the first text that is not plain, or to the object with such a member name', () => {
    expect(notPlainAt({ a: ['x', { 'b/c': 'y\u202E' }] }, '/payload')).toBe('/payload/a/1/b~1c');
    expect(notPlainAt({ a: { 'n\u200Bame': 1 } }, '/payload')).toBe('/payload/a');
    expect(notPlainAt({ a: [1, null, true, 'x'] }, '/payload')).toBeUndefined();
  });

  it('A value that is nested 100 000 levels deep is checked without a stack overflow', () => {
    let value: unknown = '\u202E';
    for (let depth = 0; depth < 100_000; depth++) value = [value];
    expect(notPlainAt(value, '')).toHaveLength(200_000);
  });
});
