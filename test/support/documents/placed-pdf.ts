import { assembledPdf, streamObject } from './raw-pdf.ts';

/** A Latin text at a place of the page: `[x, y, text]`, in points from the lower left. */
export type Placed = readonly [x: number, y: number, text: string];

/** A one-page PDF that draws its strings at their places in the given order, in Helvetica of 12 points. */
export function placedPdf(strings: readonly Placed[]): Uint8Array {
  const escaped = (text: string): string => text.replaceAll(/[\\()]/g, String.raw`\$&`);
  const stream = strings.map(([x, y, text]) => `BT /F 12 Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`).join('\n');
  return drawnPdf(stream);
}

export interface Drawing {
  /** Entries of the page's dictionary, and objects from number 6 on. */
  readonly page?: string;
  readonly resources?: string;
  readonly objects?: readonly string[];
  readonly catalog?: string;
}

/** A PDF of one page that draws what a content stream says, in the font `/F`, which is Helvetica. */
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
