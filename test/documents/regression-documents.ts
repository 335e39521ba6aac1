import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as z from 'zod';
import { locateSource } from '../../adapters/located-text/locate.ts';
import { sha256OfBytes } from '../../contract/rows/content.ts';
import type { LocatedText } from '../../contract/rows/located-text.ts';
import { money } from '../../contract/values/shapes.ts';

const folder = join(import.meta.dirname, 'regression');
/**
 * Names of the sets. A set is named after two kinds of its documents. The sets are in the order in which they were
 * written.
 */
export const sets = [
  'bordereaux-and-appraisals',
  'pledges-and-road-damage',
  'solicitors-and-glass-invoices',
  'hospital-bills-and-tow-slips',
  'releases-and-call-notes',
  'recourse-and-lawyers-demands',
  'intermediaries-and-hire-invoices',
  'diminished-value-and-job-sheets',
] as const;
export type DocumentSet = (typeof sets)[number];

const office = 'application/vnd.openxmlformats-officedocument';
const mediaTypes: Readonly<Record<string, string>> = {
  '.eml': 'message/rfc822',
  '.pdf': 'application/pdf',
  '.xlsx': `${office}.spreadsheetml.sheet`,
  '.docx': `${office}.wordprocessingml.document`,
  '.html': 'text/html',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.txt': 'text/plain',
};

export const fields = [
  'lossDate',
  'policyNumber',
  'claimNumber',
  'plate',
  'vin',
  'iban',
  'tckn',
  'total',
  'documentDate',
  'invoiceNumber',
] as const;
export type Field = (typeof fields)[number];

const expected = z.array(
  z.object({ file: z.string(), fields: z.partialRecord(z.enum(fields), z.union([z.string(), money])) }),
);
export type Expected = z.infer<typeof expected>[number];

/**
 * Returns the values that a careful human finds in each document of a set. A field that is missing is not in the
 * document.
 */
export const documentsOf = (set: DocumentSet): readonly Expected[] =>
  expected.parse(JSON.parse(readFileSync(join(folder, set, 'expected.json'), 'utf8')));

const located = new Map<string, Promise<readonly LocatedText[]>>();

/**
 * Returns the texts of a document: its own, then those of its parts. They are cached because each field asks for them.
 */
export function textsOf(set: DocumentSet, { file }: Expected): Promise<readonly LocatedText[]> {
  const path = join(folder, set, file);
  const known = located.get(path);
  if (known) return known;
  const bytes = readFileSync(path);
  const made = textsIn(bytes, declared(bytes, mediaTypes[extname(file)] ?? ''));
  located.set(path, made);
  return made;
}

/**
 * Returns the charset that the sender of a text declares. In this set it is UTF-8 or the Turkish code page of Windows.
 */
const declared = (bytes: Uint8Array, mediaType: string): string =>
  mediaType.startsWith('text/') && !isUtf8(bytes) ? `${mediaType}; charset=windows-1254` : mediaType;

async function textsIn(bytes: Uint8Array, mediaType: string): Promise<readonly LocatedText[]> {
  const { text, parts } = await locateSource(bytes, sha256OfBytes(bytes), mediaType);
  const inside = await Promise.all(parts.map((part) => textsIn(part.bytes, part.mediaType)));
  return [text, ...inside.flat()];
}
