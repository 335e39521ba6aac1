import * as z from 'zod';
import { artefactId, artefactVersion } from '../../contract/artefacts/artefact-name.ts';
import type { Corpus } from '../../contract/artefacts/artefacts.ts';
import { corpusLocales } from '../../contract/artefacts/corpus.ts';

/** A corpus as a release knows it. What stands in it is published apart from releases, as snapshots. */
export const corpus: z.ZodType<Corpus> = z.strictObject({
  id: artefactId('corpus'),
  version: artefactVersion,
  title: z.string().min(1).max(200),
  locale: z.enum(corpusLocales),
});
