import { assembledPdf, streamObject } from './raw-pdf.ts';

/** A text in Latin letters and its place on the page: `[x, y, text]`, in points from the lower left corner. */
export type Placed = readonly [x: number, y: number, text: string];

/** Makes a PDF with one page that draws texts at their places, in the given order, in Helvetica of 12 points. */
export function placedPdf(strings: readonly Placed[]): Uint8Array {
  const escaped = (text: string): string => text.replaceAll(/[\\()]/g, String.raw`\$&`);
  const stream = strings.map(([x, y, text]) => `BT /F 12 Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`).join('\n');
  return drawnPdf(stream);
}

export interface Drawing {
  /** Additional entries of the page's dictionary. */
  readonly page?: string;
  readonly resources?: string;
  /** Additional objects; the first one has the number 6. */
  readonly objects?: readonly string[];
  readonly catalog?: string;
}

/** Makes a PDF with one page that draws a content stream. Its font `/F` is Helvetica. */
export function drawnPdf(
  stream: string,
  { page = '', resources = '', objects = [], catalog = '' }: Drawing = {},
): Uint8Array {
  return assembledPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 4 0 R >> ${resources} >> /Contents 5 0 R ${page} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    streamObject(stream),
    ...objects,
  ]);
}
