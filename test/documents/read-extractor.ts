import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Extractor } from '../../contract/artefacts/extractor.ts';
import { provedExtractor } from '../../patterns/extraction/artefact.ts';

/** Reads an extractor of this folder, with the same checks as for a tenant's extractor. */
export const readExtractor = (name: string): Extractor =>
  provedExtractor.parse(parse(readFileSync(join(import.meta.dirname, 'extractors', `${name}.yaml`), 'utf8')));
