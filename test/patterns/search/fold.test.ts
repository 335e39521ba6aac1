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

describe('folding', () => {
  it('never moves an offset: the folded text has the same UTF-16 units, one for one', () => {
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
  ])('%s and %s are the same to a reader who types without marks or case', (one, other) => {
    expect(foldedWord(one)).toBe(foldedWord(other));
  });

  it('a combining mark and a soft hyphen are ignored where they stand, and their units stay', () => {
    expect(foldedWord('e\u0301x')).toBe(`e${ignored}x`);
    expect(foldedWord('si\u00ADgor')).toBe(`si${ignored}gor`);
    expect(foldedWord('i\u0307')).toBe(`i${ignored}`);
  });
});

describe('words', () => {
  const forms = (text: string, locale: 'tr' | 'en' = 'tr') => wordsOf(text, locale).map(({ form }) => form);

  it('composed and decomposed letters are one word, and so are a ligature and its letters', () => {
    expect(forms('poliçe')).toEqual(forms('polic\u0327e'));
    expect(forms('si\u00ADgorta')).toEqual(forms('sigorta'));
    expect(forms('ofﬁce', 'en')).toEqual(forms('office', 'en'));
    expect(forms('Straße', 'en')).toEqual(forms('strasse', 'en'));
  });

  it('a Turkish word is found by its first five letters, an English one without its plural, a number as it is', () => {
    expect(forms('muafiyetin muafiyet')).toEqual(['muafi', 'muafi']);
    expect(forms('policies claims losses glass', 'en')).toEqual(['policy', 'claim', 'losse', 'glass']);
    expect(forms('CLM-2026-000045')).toEqual(['clm', '2026', '000045']);
  });

  it("a Turkish ending behind an apostrophe is no word of its own: İzmir'de", () => {
    expect(forms("İzmir'de Kasko’nun")).toEqual(['izmir', 'kasko']);
  });

  it('every word stands where it says, and its form is letters and digits alone', () => {
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
