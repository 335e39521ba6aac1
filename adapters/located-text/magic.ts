import { SourceRefused } from './source-refused.ts';

const latin = (bytes: Uint8Array, length: number): string => Buffer.from(bytes.subarray(0, length)).toString('latin1');

const isOle = (bytes: Uint8Array): boolean => latin(bytes, 8) === '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';
const isZip = (bytes: Uint8Array): boolean => latin(bytes, 4) === 'PK\u0003\u0004';
/** PDF readers accept a file with this mark in its first kilobyte (PDF 32000-1, annex H, 3.4.1). */
const isPdf = (bytes: Uint8Array): boolean => latin(bytes, 1024).includes('%PDF-');
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

const differs = (is: string): SourceRefused => new SourceRefused('source.media_type_mismatch', `the bytes are ${is}`);

/** Checks that the bytes are a PDF. @throws SourceRefused */
export function mustBePdf(bytes: Uint8Array): void {
  if (!isPdf(bytes)) throw differs('not a PDF');
}

/**
 * Checks that the bytes are a ZIP archive, as every Office Open XML document is. With a password, such a document is an
 * OLE file that contains the encrypted archive.
 * @throws SourceRefused
 */
export function mustBeArchive(bytes: Uint8Array): void {
  if (isZip(bytes)) return;
  if (!isOle(bytes)) throw differs('not a ZIP archive, but every .docx and .xlsx file is one');
  if (Buffer.from(bytes).includes(encryptedPackage)) {
    throw new SourceRefused('source.encrypted', 'the document has a password');
  }
  throw differs('a file of an older Office version. Save it as .docx or .xlsx');
}

/**
 * Checks that the bytes can be text.
 * @param isWide true for UTF-16, in which zero bytes are normal
 * @throws SourceRefused
 */
export function mustBeText(bytes: Uint8Array, isWide: boolean): void {
  if (isZip(bytes)) throw differs('a ZIP archive and not text');
  if (isOle(bytes)) throw differs('an OLE file and not text');
  if (latin(bytes, 5) === '%PDF-') throw differs('a PDF and not text');
  if (!isWide && bytes.includes(0)) throw differs('not text, because they contain a zero byte');
}
