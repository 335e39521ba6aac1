import * as z from 'zod';
import { weekdays, type ArtefactKind } from '../../../contract/artefacts/artefacts.ts';
import { internalTarget } from '../../../contract/rows/objects.ts';
import { corpusLocales } from '../../../contract/artefacts/corpus.ts';
import { classificationShape } from '../../../patterns/classification/artefact.ts';
import { extractorShape } from '../../../patterns/extraction/artefact.ts';
import { dottedName, name, pointer, seconds, title, toolId, typeName } from './parts.ts';
import { named, type ArtefactFile } from './artefact-file.ts';
import { sorFile } from './sor-file.ts';

const rulePackFile = z
  .strictObject({
    ...named,
    title,
    rules: z
      .array(
        z.strictObject({
          id: name,
          title,
          expression: z.string().min(1).max(4000),
          onFail: z.enum(['warn', 'block']),
          reads: z.array(pointer),
          requires: z.array(name).exactOptional(),
        }),
      )
      .min(1),
  })
  .transform(({ markings, ...artefact }): ArtefactFile<'RulePack'> => ({ artefact, markings }));

const currency = z.string().regex(/^[A-Z]{3}$/, 'is no currency code');
const ratesOfDay = z.record(currency, z.string().regex(/^\d{1,12}(\.\d{1,12})?$/, 'is no decimal string'));
const rateTableFile = z
  .strictObject({
    ...named,
    source: z.string().min(1),
    asOf: z.iso.date(),
    base: currency,
    quotes: z.enum(['base-per-unit', 'units-per-base']).exactOptional(),
    rates: ratesOfDay,
    history: z.record(z.iso.date(), ratesOfDay).exactOptional(),
    provenance: z
      .strictObject({ file: z.string().min(1), sha256: z.string().regex(/^[0-9a-f]{64}$/, 'is no SHA-256') })
      .exactOptional(),
  })
  .transform(({ markings, ...artefact }): ArtefactFile<'RateTable'> => ({ artefact, markings }));

const daysByDate = z.record(z.iso.date(), z.string().min(1).max(100));
const calendarFile = z
  .strictObject({
    ...named,
    title,
    source: z.string().min(1),
    validFrom: z.iso.date(),
    validTo: z.iso.date(),
    weekend: z.array(z.enum(weekdays)),
    holidays: daysByDate,
    halfDays: daysByDate,
  })
  .transform(({ markings, ...artefact }): ArtefactFile<'Calendar'> => ({ artefact, markings }));

const typeRef = z.strictObject({ $ref: z.string().regex(/^ontology\/[A-Za-z0-9]+$/, 'is no ontology/<Type>') });
const typeOf = ({ $ref }: z.output<typeof typeRef>): string => typeName.parse($ref.slice('ontology/'.length));

const bandsFile = z
  .strictObject({ ...named, subject: typeRef, ...classificationShape })
  .transform(({ markings, subject, ...artefact }): ArtefactFile<'ClassificationSchema'> => ({
    artefact,
    markings,
    takes: typeOf(subject),
  }));

const templateFile = z
  .strictObject({ ...named, title, parts: typeRef, draft: typeRef, body: z.unknown() })
  .transform(({ markings, parts, draft, ...rest }): ArtefactFile<'Template'> => ({
    artefact: { ...rest, draftType: typeOf(draft) },
    markings,
    takes: typeOf(parts),
  }));

const corpusFile = z
  .strictObject({
    ...named,
    title,
    locale: z.enum(corpusLocales),
    sources: z.string().regex(/^corpora\/[a-z0-9][a-z0-9.-]*$/, 'is no folder such as corpora/corpus.wording'),
  })
  .transform(({ markings, sources, ...artefact }): ArtefactFile<'Corpus'> => ({ artefact, markings, sources }));

const extractorFile = z
  .strictObject({ ...named, ...extractorShape })
  .transform(({ markings, ...artefact }): ArtefactFile<'Extractor'> => ({ artefact, markings }));

const actionKindFile = z
  .strictObject({
    ...named,
    title,
    targetSor: z.union([dottedName, z.literal(internalTarget)]),
    mutation: z.string().min(1),
    object: z.strictObject({ type: typeRef, key: z.string().min(1), draft: pointer }).exactOptional(),
    payload: typeRef,
    basis: z.strictObject({ tools: z.array(toolId).min(1), maxAge: seconds }),
    validations: z
      .array(
        z.strictObject({
          tool: toolId,
          accepts: z.array(z.enum(['pass', 'warn'])).min(1),
          binds: z
            .array(
              z.union([
                z.strictObject({ candidate: pointer, payload: pointer }),
                z.strictObject({ candidate: pointer, object: pointer }),
              ]),
            )
            .min(1),
        }),
      )
      .exactOptional(),
    shows: z.array(z.strictObject({ label: title, payload: pointer, object: pointer })).min(1),
    approval: z.strictObject({ queues: z.array(dottedName).min(1), quorum: z.int().min(1).max(10) }),
    stagedFor: seconds,
    compensation: z.union([z.literal('none'), z.strictObject({ kind: dottedName })]),
  })
  .transform(({ markings, payload, basis, stagedFor, object, ...rest }): ArtefactFile<'ActionKind'> => ({
    artefact: {
      ...rest,
      ...(object && { object: { ...object, type: typeOf(object.type) } }),
      basis: { tools: basis.tools, maxAgeSeconds: basis.maxAge },
      stagedForSeconds: stagedFor,
    },
    markings,
    payload: typeOf(payload),
  }));

const queueFile = z
  .strictObject({ ...named, title, groups: z.array(name).min(1), sla: seconds })
  .transform(({ markings, sla, ...rest }): ArtefactFile<'Queue'> => ({
    artefact: { ...rest, slaSeconds: sla },
    markings,
  }));

/** Folder, name prefix and file schema of each kind of artefact. */
export const artefactFiles = {
  RulePack: { folder: 'rules', prefix: 'rules.', schema: rulePackFile },
  RateTable: { folder: 'rates', prefix: 'rates.', schema: rateTableFile },
  Calendar: { folder: 'calendars', prefix: 'calendar.', schema: calendarFile },
  ActionKind: { folder: 'kinds', prefix: 'action.', schema: actionKindFile },
  Queue: { folder: 'queues', prefix: 'queue.', schema: queueFile },
  Sor: { folder: 'sors', prefix: 'sor.', schema: sorFile },
  ClassificationSchema: { folder: 'bands', prefix: 'bands.', schema: bandsFile },
  Template: { folder: 'templates', prefix: 'template.', schema: templateFile },
  Extractor: { folder: 'extractors', prefix: 'extractor.', schema: extractorFile },
  Corpus: { folder: 'corpora', prefix: 'corpus.', schema: corpusFile },
} as const satisfies { [K in ArtefactKind]: { folder: string; prefix: string; schema: z.ZodType<ArtefactFile<K>> } };
