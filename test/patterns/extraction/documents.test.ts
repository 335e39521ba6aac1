import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateSource } from '../../../adapters/located-text/locate.ts';
import { sha256OfBytes } from '../../../contract/rows/content.ts';
import type { LocatedText } from '../../../contract/rows/located-text.ts';
import { docxOf, xlsxOf } from '../../support/documents/office.ts';
import { pdfOf } from '../../support/documents/pdf.ts';
import { placedPdf } from '../../support/documents/placed-pdf.ts';
import { byLabel, extractFrom, valueFrom } from './located.ts';

const textOf = async (bytes: Uint8Array, mediaType: string): Promise<LocatedText> =>
  (await locateSource(bytes, sha256OfBytes(bytes), mediaType)).text;

const date = { type: { kind: 'date' as const }, find: [byLabel('Hasar tarihi', 'Date of loss')] };

describe('The layout of a PDF', () => {
  it('If a PDF has columns, the value below a label is the one in the same column', async () => {
    const columns = await textOf(
      placedPdf([
        [50, 700, 'Reported'],
        [200, 700, 'Date of loss'],
        [400, 700, 'Plate'],
        [50, 680, '14.03.2026'],
        [200, 680, '12.03.2026'],
        [400, 680, '34 ABC 123'],
      ]),
      'application/pdf',
    );
    expect(await valueFrom(columns, date)).toBe('2026-03-12');
  });

  it('If a PDF draws the right part of a line first, the line is still read from left to right', async () => {
    const text = await textOf(
      placedPdf([
        [300, 700, 'right'],
        [50, 700, 'Date of loss: 12.03.2026'],
      ]),
      'application/pdf',
    );
    expect(text.text).toContain('Date of loss: 12.03.2026\tright');
    expect(await valueFrom(text, date)).toBe('2026-03-12');
  });
});

const noise = fc
  .array(fc.constantFrom('🚗', 'e\u0301', 'İ', 'ı', 'ﬁ', 'ha\u00adsar', 'ğ', 'x', ' ', '12', '👩‍👧'), { maxLength: 10 })
  .map((parts) => parts.join(''));

const formats: Readonly<Record<string, (before: string) => Promise<Uint8Array> | Uint8Array>> = {
  'text/plain': (before) => Buffer.from(`${before}\r\nHasar tarihi: 12.03.2026\r\n`),
  'text/html': (before) =>
    Buffer.from(`<p>${before}</p><table><tr><td>Hasar tarihi</td><td>12.03.2026</td></tr></table>`),
  'text/csv': (before) => Buffer.from(`No,Hasar tarihi,Not\r\n1,12.03.2026,"${before}"\r\n`),
  'application/pdf': (before) => pdfOf([[`-${before}`, 'Hasar tarihi: 12.03.2026']]),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': (before) =>
    docxOf([before], [['Hasar tarihi', '12.03.2026']]),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': (before) =>
    xlsxOf('1', [[before], ['Hasar tarihi', '12.03.2026']]),
  'message/rfc822': (before) =>
    Buffer.from(
      `From: a@example.com\r\nSubject: s\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${before}\r\nHasar tarihi: 12.03.2026\r\n`,
    ),
};

describe('The quote in each format', () => {
  it.each(Object.keys(formats))(
    'C23: In a source of type %s, the quote equals the slice of the located text at its offsets',
    async (mediaType) => {
      await fc.assert(
        fc.asyncProperty(noise, async (before) => {
          const bytes = await formats[mediaType]?.(before);
          const located = await textOf(bytes ?? Buffer.from(''), mediaType);
          const { result } = await extractFrom(located, date);
          expect(result).toMatchObject({ status: 'extracted', value: '2026-03-12' });
          if (result.status !== 'extracted') return;
          const { start, end, quote } = result.evidence;
          expect(located.text.slice(start, end)).toBe(quote);
          expect(quote).toBe('12.03.2026');
        }),
        { numRuns: 30 },
      );
    },
  );
});
