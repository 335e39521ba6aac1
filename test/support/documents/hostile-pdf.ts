import { deflateSync } from 'node:zlib';
import { assembledPdf, streamObject } from './raw-pdf.ts';

/** Makes a PDF with one page whose content is 128 MB of spaces, compressed three times. */
export function nestedFlatePdf(): Uint8Array {
  const packed = deflateSync(deflateSync(deflateSync(Buffer.alloc(128 * 1024 * 1024, ' '))));
  return assembledPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << >> /Contents 4 0 R >>',
    streamObject(packed, '/Filter [/FlateDecode /FlateDecode /FlateDecode]'),
  ]);
}
