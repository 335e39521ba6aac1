import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as z from 'zod';
import { locateSource } from '../../adapters/located-text/locate.ts';
import { sha256OfBytes } from '../../contract/content.ts';
import type { LocatedText } from '../../contract/located-text.ts';
import { money } from '../../contract/shapes.ts';

const folder = join(import.meta.dirname, 'unseen');
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

/** What a careful human finds in each document; a field that is not listed is not there. */
export const documents: readonly Expected[] = expected.parse(
  JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')),
);

/** The texts of a document: its own, then those of its parts. */
export async function textsOf({ file }: Expected): Promise<readonly LocatedText[]> {
  return textsIn(readFileSync(join(folder, file)), mediaTypes[extname(file)] ?? '');
}

async function textsIn(bytes: Uint8Array, mediaType: string): Promise<readonly LocatedText[]> {
  const { text, parts } = await locateSource(bytes, sha256OfBytes(bytes), mediaType);
  const inside = await Promise.all(parts.map((part) => textsIn(part.bytes, part.mediaType)));
  return [text, ...inside.flat()];
}
