import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedWord, ignored } from '../../../patterns/search/fold.ts';
import { wordsOf } from '../../../patterns/search/words.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        'İ',
        'ı',
        'I',
        'i',
        'i\u0307',
        'ş',
        'ğ',
        'Ç',
        'ö',
        'ü',
        'â',
        'ß',
        'ﬁ',
        '😀',
        '\u00AD',
        '\r\n',
        ' ',
        '’',
      ),
    )
    .map((parts) => parts.join('')),
);

describe('Folding', () => {
  it('For any text, the folded text has as many UTF-16 units as the text', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        expect(foldedWord(before + after)).toHaveLength(before.length + after.length);
        expect(foldedWord(`${before} `)).toBe(`${foldedWord(before)} `);
      }),
    );
  });

  it.each([
    ['IŞIK', 'ısik'],
    ['İSTANBUL', 'istanbul'],
    ['ığdır', 'IĞDIR'],
    ['Ağrı', 'agri'],
    ['çöküş', 'COKUS'],
    ['Ü', 'u'],
    ['kâr', 'KAR'],
    ['Ａ１', 'a1'],
  ])('The words %s and %s are folded to the same word', (one, other) => {
    expect(foldedWord(one)).toBe(foldedWord(other));
  });

  it('Folding replaces a combining mark or a soft hyphen by an ignored character, so that offsets do not change', () => {
    expect(foldedWord('e\u0301x')).toBe(`e${ignored}x`);
    expect(foldedWord('si\u00ADgor')).toBe(`si${ignored}gor`);
    expect(foldedWord('i\u0307')).toBe(`i${ignored}`);
  });
});

describe('Words', () => {
  const forms = (text: string, locale: 'tr' | 'en' = 'tr') => wordsOf(text, locale).map(({ form }) => form);

  it('A word is the same in composed and decomposed letters, with a soft hyphen, and with a ligature', () => {
    expect(forms('poliçe')).toEqual(forms('polic\u0327e'));
    expect(forms('si\u00ADgorta')).toEqual(forms('sigorta'));
    expect(forms('ofﬁce', 'en')).toEqual(forms('office', 'en'));
    expect(forms('Straße', 'en')).toEqual(forms('strasse', 'en'));
  });

  it('A Turkish word is indexed by its first five letters, an English word without its plural, and a number unchanged', () => {
    expect(forms('muafiyetin muafiyet')).toEqual(['muafi', 'muafi']);
    expect(forms('policies claims losses glass', 'en')).toEqual(['policy', 'claim', 'losse', 'glass']);
    expect(forms('CLM-2026-000045')).toEqual(['clm', '2026', '000045']);
  });

  it("A Turkish ending behind an apostrophe is not indexed as a word: İzmir'de", () => {
    expect(forms("İzmir'de Kasko’nun")).toEqual(['izmir', 'kasko']);
  });

  it('For any text, each word consists of letters and digits, and its offsets point at the same word in the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { form, start, end } of wordsOf(text, 'tr')) {
          expect(form).toMatch(/^[\p{L}\p{N}]+$/u);
          expect(wordsOf(text.slice(start, end), 'tr').map((word) => word.form)).toEqual([form]);
        }
      }),
    );
  });
});
