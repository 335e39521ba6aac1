import { SourceRefused } from './source-refused.ts';

const latin = (bytes: Uint8Array, length: number): string => Buffer.from(bytes.subarray(0, length)).toString('latin1');

const isOle = (bytes: Uint8Array): boolean => latin(bytes, 8) === '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';
const isZip = (bytes: Uint8Array): boolean => latin(bytes, 4) === 'PK\u0003\u0004';
/** A reader takes what has the mark within the first kilobyte (PDF 32000-1, annex H, 3.4.1). */
const isPdf = (bytes: Uint8Array): boolean => latin(bytes, 1024).includes('%PDF-');
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

const differs = (is: string): SourceRefused => new SourceRefused('source.media_type_mismatch', `the bytes are ${is}`);

/** @throws SourceRefused */
export function mustBePdf(bytes: Uint8Array): void {
  if (!isPdf(bytes)) throw differs('no PDF');
}

/** A document of Office Open XML is a ZIP archive; with a password it is an OLE file that holds one. @throws SourceRefused */
export function mustBeArchive(bytes: Uint8Array): void {
  if (isZip(bytes)) return;
  if (!isOle(bytes)) throw differs('no ZIP archive, as a document of Office Open XML is');
  if (Buffer.from(bytes).includes(encryptedPackage)) {
    throw new SourceRefused('source.encrypted', 'the document has a password');
  }
  throw differs('of an older Office, before Open XML');
}

/** @throws SourceRefused */
export function mustBeText(bytes: Uint8Array, isWide: boolean): void {
  if (isZip(bytes)) throw differs('a ZIP archive');
  if (isOle(bytes)) throw differs('an OLE file');
  if (latin(bytes, 5) === '%PDF-') throw differs('a PDF');
  if (!isWide && bytes.includes(0)) throw differs('no text: there is a zero byte');
}
