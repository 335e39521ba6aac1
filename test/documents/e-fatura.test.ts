import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { locateSource } from '../../adapters/located-text/locate.ts';
import { sha256OfBytes } from '../../contract/rows/content.ts';
import { money } from '../../contract/values/shapes.ts';
import { provedExtractor } from '../../patterns/extraction/artefact.ts';
import { findingsIn } from '../corpora/scores.ts';
import { fields } from '../corpora/xml-truth.ts';

const folder = join(import.meta.dirname, 'e-fatura');
const extractor = provedExtractor.parse(
  parse(readFileSync(join(import.meta.dirname, '..', 'corpora', 'extractors', 'e-invoice.yaml'), 'utf8')),
);
/** The value of each field. `null` is a field with two values, which must be ambiguous. */
const expected = z
  .record(z.string(), z.partialRecord(z.enum(fields), z.union([z.string(), money, z.null()])))
  .parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')));

it.each(Object.entries(expected))(
  'In our own e-Fatura %s, each field has its value and no other one',
  async (file, values) => {
    const bytes = readFileSync(join(folder, file));
    const { text } = await locateSource(bytes, sha256OfBytes(bytes), 'application/xml');
    const stated = Object.entries(values).filter(([, value]) => value !== null);
    const findings = await findingsIn(file, { text, truth: Object.fromEntries(stated), extractor });
    const answers = findings.map(({ field, found, way }) => [field, found ?? way.split(':')[0]]);
    const reasons = (field: (typeof fields)[number]): string => (values[field] === null ? 'ambiguous' : 'not_found');
    expect(answers).toEqual(findings.map(({ field, expected: value }) => [field, value ?? reasons(field)]));
  },
);
