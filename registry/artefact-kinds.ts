import * as z from 'zod';
import { actionKind } from '../contract/artefacts/action-kind.ts';
import type { ArtefactKind, Artefacts } from '../contract/artefacts/artefacts.ts';
import { calendar } from '../contract/artefacts/calendar.ts';
import { corpus } from '../contract/artefacts/corpus.ts';
import { queue } from '../contract/artefacts/queue.ts';
import { rateTable } from '../contract/artefacts/rate-table.ts';
import { sor } from '../contract/artefacts/sor.ts';
import { provedClassificationSchema } from '../patterns/classification/artefact.ts';
import { provedTemplate } from '../patterns/composition/artefact.ts';
import { provedExtractor } from '../patterns/extraction/artefact.ts';
import { provedRulePack } from '../patterns/validation/artefact.ts';
import type { InFile } from './tenant/schemas/artefact-file.ts';
import { queueNotify } from './tenant/schemas/notify.ts';
import { millis, seconds, typeRef } from './tenant/schemas/parts.ts';

interface ArtefactRow<Kind extends ArtefactKind> extends InFile {
  /** The folder within a tenant that has the files of this kind. */
  readonly folder: string;
  /** The schema of the artefact, including the checks that its pattern adds. */
  readonly schema: z.ZodType<Artefacts[Kind]>;
}

const folderOfSources = z
  .string()
  .regex(/^corpora\/[a-z0-9][a-z0-9.-]*$/, 'Use a folder below corpora/, such as corpora/corpus.wording');

/** The form of `lookups` in a file, where the age of a lookup is written as a duration. */
const lookupsOfFile = z.record(
  z.string(),
  z
    .strictObject({ tools: z.array(z.string()), maxAge: seconds, identifier: z.string() })
    .transform(({ maxAge, ...rest }) => ({ ...rest, maxAgeSeconds: maxAge })),
);

/** Refuses the network `loopback` in an SoR file: only a deployment with `-c local=true` may set it. */
const sorOfFile = sor.superRefine((written, context) => {
  if (written.engine !== 'http' || written.network !== 'loopback') return;
  const message = 'is allowed only in a deployment to the local cloud, which sets it itself. Use public or private';
  context.addIssue({ code: 'custom', path: ['network'], message });
});

/** For each kind of artefact: its folder, its schema, and how a file differs from the compiled form. */
export const artefactKinds: { readonly [Kind in ArtefactKind]: ArtefactRow<Kind> } = {
  RulePack: { folder: 'rules', schema: provedRulePack },
  RateTable: { folder: 'rates', schema: rateTable },
  Calendar: { folder: 'calendars', schema: calendar },
  ActionKind: {
    folder: 'kinds',
    schema: actionKind,
    members: [
      { compiled: ['basis', 'maxAgeSeconds'], file: ['basis', 'maxAge'], read: seconds },
      { compiled: ['lookups'], file: ['lookups'], read: lookupsOfFile },
      { compiled: ['stagedForSeconds'], file: ['stagedFor'], read: seconds },
      { compiled: ['object', 'type'], file: ['object', 'type'], read: typeRef },
    ],
    beside: { payload: { file: 'payload', read: typeRef } },
  },
  Queue: {
    folder: 'queues',
    schema: queue,
    members: [
      { compiled: ['slaSeconds'], file: ['sla'], read: seconds },
      { compiled: ['warnBeforeSeconds'], file: ['warnBefore'], read: seconds },
    ],
    beside: { notify: { file: 'notify', read: queueNotify } },
  },
  Sor: {
    folder: 'sors',
    schema: sorOfFile,
    members: [
      { compiled: ['timeoutMillis'], file: ['timeout'], read: millis },
      { compiled: ['settlesWithinMillis'], file: ['settlesWithin'], read: millis },
      { compiled: ['dedupesForSeconds'], file: ['dedupesFor'], read: seconds },
      { compiled: ['replica', 'maxLagSeconds'], file: ['replica', 'maxLag'], read: seconds },
    ],
    defaults: { engine: 'http' },
  },
  ClassificationSchema: {
    folder: 'bands',
    schema: provedClassificationSchema,
    beside: { takes: { file: 'subject', read: typeRef } },
  },
  Template: {
    folder: 'templates',
    schema: provedTemplate,
    members: [{ compiled: ['draftType'], file: ['draft'], read: typeRef }],
    beside: { takes: { file: 'parts', read: typeRef } },
  },
  Extractor: { folder: 'extractors', schema: provedExtractor },
  Corpus: {
    folder: 'corpora',
    schema: corpus,
    beside: { sources: { file: 'sources', read: folderOfSources } },
  },
};
