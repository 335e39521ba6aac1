import { assembledPdf } from './raw-pdf.ts';

/**
 * Makes a PDF whose font is mapped to Unicode by a ToUnicode map (PDF 32000-1, 9.10.3), so that its lines may have any text.
 *
 * @param pages the lines of each page
 */
export function pdfOf(pages: readonly (readonly string[])[], trailer = ''): Uint8Array {
  const codes = new Map<string, number>();
  const codeOf = (letter: string): string => {
    const code = codes.get(letter) ?? codes.size + 1;
    codes.set(letter, code);
    return code.toString(16).padStart(4, '0');
  };
  const streams = pages.map((lines) =>
    lines
      .map((line, i) => `BT /F 12 Tf 1 0 0 1 50 ${780 - i * 16} Tm <${Array.from(line, codeOf).join('')}> Tj ET`)
      .join('\n'),
  );
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const stream = (text: string): string => `<< /Length ${Buffer.byteLength(text)} >>\nstream\n${text}\nendstream`;
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${7 + i * 2} 0 R`).join(' ')}] >>`);
  add('<< /Type /Font /Subtype /Type0 /BaseFont /F /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 6 0 R >>');
  add(
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /F /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 600 /FontDescriptor 5 0 R >>',
  );
  add(
    '<< /Type /FontDescriptor /FontName /F /Flags 4 /FontBBox [0 0 600 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  );
  add(stream(toUnicode(codes)));
  for (const [i, text] of streams.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 3 0 R >> >> /Contents ${8 + i * 2} 0 R >>`,
    );
    add(stream(text));
  }
  return assembledPdf(objects, trailer);
}

function toUnicode(codes: ReadonlyMap<string, number>): string {
  const hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const lines = [...codes].map(([letter, code]) => `<${code.toString(16).padStart(4, '0')}> <${hex(letter)}>`);
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, i) => lines.slice(i * 100, i * 100 + 100));
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /U def /CMapType 2 def',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    ...blocks.map((block) => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`),
    'endcmap end end',
  ].join('\n');
}

/** Makes a PDF that declares that it is encrypted; its password is unknown. */
export const encryptedPdf = (): Uint8Array =>
  pdfOf(
    [['secret']],
    `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >> /ID [<00> <00>]`,
  );
