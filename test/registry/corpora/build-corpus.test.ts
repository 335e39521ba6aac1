import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusLimits } from '../../../contract/artefacts/corpus.ts';
import { locateMarkdown } from '../../../registry/corpora/markdown.ts';
import { passagesOf } from '../../../registry/corpora/passages.ts';
import { corpusBench, wording, type CorpusBench } from '../../support/corpora.ts';

let bench: CorpusBench;
beforeAll(async () => {
  bench = await corpusBench();
});
afterAll(() => bench.remove());

const located = (text: string) => locateMarkdown('a.md', new TextEncoder().encode(text));
const quotes = (text: string): readonly string[] => {
  const source = located(text);
  return passagesOf(source).map(({ start, end }) => source.text.slice(start, end));
};

describe('Passages', () => {
  it('A passage begins at a heading, belongs to the nearest heading, and never ends between a heading and its text', () => {
    const text = '# Başlık\n\n## Bir\n\nMetin bir.\n\nMetin iki.\n\n## İki\n\nMetin üç.\n';
    expect(quotes(text)).toEqual(['# Başlık\n\n## Bir\n\nMetin bir.\n\nMetin iki.', '## İki\n\nMetin üç.']);
    expect(passagesOf(located(text)).map(({ section }) => section)).toEqual(['Bir', 'İki']);
  });

  it('A # within a fenced block does not begin a heading', () => {
    expect(quotes('Bir\n\n```\n# iki\n```\n')).toEqual(['Bir\n\n```\n# iki\n```']);
  });

  it('Paragraphs are joined up to a size, and a paragraph that is too long is cut at the end of a sentence', () => {
    const sentence = 'Sigortacı hasarı öder. ';
    const all = quotes(`${sentence.repeat(200)}\n\nKısa.`);
    expect(all.every((quote) => quote.length <= corpusLimits.passageUnits)).toBe(true);
    expect(all.slice(0, -1).every((quote) => quote.endsWith('öder.'))).toBe(true);
    expect(all.at(-1)).toBe('Kısa.');
  });

  it('For any text, passages are in order, do not overlap, are bounded, cut no character, and omit only white space', () => {
    const parts = fc.constantFrom(
      '😀',
      'e\u0301',
      'x'.repeat(50),
      '\u0301'.repeat(5),
      '# ',
      '\n',
      '\n\n',
      ' ',
      '. ',
      '```\n',
      '\r\n\r\n',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 300 }), (chosen) => {
        const source = located(chosen.join(''));
        let at = 0;
        for (const { start, end } of passagesOf(source)) {
          expect(source.text.slice(at, start).trim()).toBe('');
          const quote = source.text.slice(start, end);
          expect(quote.length).toBeGreaterThan(0);
          expect(quote.length).toBeLessThanOrEqual(corpusLimits.passageUnits);
          expect(quote.isWellFormed()).toBe(true);
          expect(quote.trim()).toBe(quote);
          at = end;
        }
        expect(source.text.slice(at).trim()).toBe('');
      }),
    );
  });
});

const pdf = (line: string): Uint8Array => {
  const stream = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(text);
};

describe('The snapshot of a corpus', () => {
  it('A snapshot can have Markdown, text, HTML and PDF, and names the extractor of each document', async () => {
    const { id } = await bench.build({
      'a.md': '# Cam\n\nSigortacı camı öder.\n',
      'b.txt': 'Sigortacı lastiği öder.\n',
      'c.html': '<h1>Motor</h1><p>Sigortac&#305; motoru öder.</p>',
      'sub/d.pdf': pdf('Sigorta kapsami burada anlatilir'),
    });
    const snapshot = await bench.open(() => ({})).open(wording.id, id);
    const found = snapshot?.best(['sigor'], 10).map(({ passage }) => [passage.document, passage.extractor]);
    expect(found?.toSorted()).toEqual([
      ['a.md', 'markdown'],
      ['b.txt', 'plain'],
      ['c.html', 'html'],
      ['sub/d.pdf', 'pdf'],
    ]);
    const html = snapshot?.best(['motor'], 1)[0]?.passage;
    expect(html?.text).toContain('Sigortacı motoru öder.');
  });

  it('A snapshot has the whole text of its documents, so that their hash can be checked', async () => {
    const text = '\n\n# Bir 😀\n\n  Metin.  \n\n\n## İki\r\n\r\nSon.\n\n';
    const { file } = await bench.build({ 'a.md': text });
    const database = new DatabaseSync(file, { readOnly: true });
    const [document] = database.prepare('SELECT lead FROM documents').all();
    const pieces = database.prepare('SELECT text, after FROM passages ORDER BY document, start').all();
    database.close();
    expect(
      String(document?.['lead']) + pieces.map((one) => `${String(one['text'])}${String(one['after'])}`).join(''),
    ).toBe(text);
  });

  it.each([
    [
      'a file of another kind',
      { 'a.md': 'x', 'notes.docx': 'y', 'b.xyz': 'z' },
      'these files cannot be sources: b.xyz, notes.docx',
    ],
    ['a name that reads in another order', { 'a.md': 'x', 'b\u202Efdp.md': 'y' }, 'cannot be sources: b\u202Efdp.md'],
    ['a document without text', { 'a.md': ' \n---\n' }, 'a.md has no text'],
    ['bytes that are not UTF-8', { 'a.md': new Uint8Array([0xff, 0xfe, 0x41]) }, 'line 1 of a.md is not UTF-8'],
    ['a broken PDF', { 'a.pdf': 'no PDF' }, 'a.pdf cannot be read'],
    ['a folder without documents', {}, 'there is no folder'],
  ])('For %s, no snapshot is built and the error names the file', async (_, files, message) => {
    await expect(bench.build(files)).rejects.toThrow(message);
  });
});
