import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finder } from '../../../contract/artefacts/extractor.ts';
import { fold } from '../../../patterns/extraction/fold.ts';
import { byLabel, extractFrom, located } from './located.ts';

/**
 * Text that can break offsets: astral signs, joined emoji, combining marks, the four Turkish i, ligatures, soft
 * hyphens, CRLF.
 */
const piece = fc.constantFrom(
  '🚗',
  '👩‍👩‍👧',
  '🇹🇷',
  'e\u0301',
  'İ',
  'ı',
  'I',
  'i\u0307',
  'ﬁ',
  'ﬃ',
  'ß',
  '\u00ad',
  '\u200d',
  '\u202e',
  '\r\n',
  '\n',
  '\t',
  '  ',
  ' ',
  '\u00a0',
  'ŞİŞLİ',
  'ǅ',
  '𝟏𝟐',
  '１２',
  '½',
  '\ud83d',
  '.',
  ':',
  'Ara Toplam',
  'Hasar tarihi',
  '12.03.2026',
  '1.234,56 TL',
  '7',
);
const noise = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''));
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

const finders: readonly Finder[] = [
  byLabel('Hasar tarihi', 'Toplam'),
  { by: 'label', labels: ['Hasar tarihi'], look: ['below', 'right'], anywhere: true },
  { by: 'pattern', pattern: '\\S+\\d' },
  { by: 'pattern', pattern: '.+' },
];
const types = [
  { kind: 'date' as const },
  { kind: 'money' as const, currencies: ['TRY'], currency: 'TRY' },
  { kind: 'decimal' as const, scale: 4 },
  { kind: 'text' as const, maxLength: 2000 },
  { kind: 'enum' as const, values: { city: ['şişli', 'istanbul'], fine: ['fi'], car: ['🚗'] } },
];

describe('Span offsets in Unicode text', () => {
  it('C23: For any Unicode text, finder and type, each quote equals the slice of the text at its offsets', async () => {
    const asked = fc.record({
      parts: fc.array(noise, { minLength: 1, maxLength: 4 }),
      type: fc.constantFrom(...types),
      finder: fc.constantFrom(...finders),
    });
    let spans = 0;
    await fc.assert(
      fc.asyncProperty(asked, async ({ parts, type, finder }) => {
        const text = located(parts.join(' Hasar tarihi: '));
        const { result } = await extractFrom(text, { type, find: [finder] });
        const shown =
          result.status === 'ambiguous' ? result.candidates : result.evidence === undefined ? [] : [result.evidence];
        for (const { start, end, quote } of shown) {
          spans += 1;
          expect(end).toBeGreaterThan(start);
          expect(text.text.slice(start, end)).toBe(quote);
        }
      }),
      { numRuns: 1500 },
    );
    expect(spans).toBeGreaterThan(500);
  });

  it('C23: If a date follows any Unicode text, it is extracted with the offset at which it begins', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('🚗', 'e\u0301', 'İ', 'ﬁ', '\u00ad', '\r\n', ' '), { maxLength: 30 }),
        day,
        async (before, at) => {
          const [y, m, d] = at.split('-');
          const text = `${before.join('')}\r\nHASAR TAR\u0130H\u0130: ${d}.${m}.${y} 🚗\r\n`;
          const { result } = await extractFrom(text, { type: { kind: 'date' }, find: [byLabel('Hasar tarihi')] });
          expect(result).toMatchObject({
            status: 'extracted',
            value: at,
            evidence: { start: text.indexOf(`${d}.${m}`) },
          });
        },
      ),
    );
  });

  it('C23: Each character of a folded text comes from the character at its recorded offset in the text', () => {
    fc.assert(
      fc.property(noise, (text) => {
        const folded = fold(text);
        let last = 0;
        for (let i = 0; i < folded.text.length; i++) {
          const at = folded.at(i);
          expect(at).toBeGreaterThanOrEqual(last);
          expect(fold(text, at, at + String.fromCodePoint(text.codePointAt(at) ?? 0).length).text).toContain(
            folded.text[i],
          );
          last = at;
        }
        expect(folded.at(folded.text.length)).toBe(text.length);
      }),
    );
  });

  it.each([
    ['İSTANBUL', 'istanbul'],
    ['ıstanbul', 'istanbul'],
    ['I\u0307STANBUL', 'istanbul'],
    ['ﬁyat', 'fiyat'],
    ['ha\u00adsar', 'hasar'],
    ['ÇAĞRI', 'cagri'],
  ])('The text %s is folded to %s', (text, compared) => expect(fold(text).text).toBe(compared));
});
