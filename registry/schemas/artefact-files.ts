import * as z from 'zod';
import { weekdays, type ArtefactKind, type Artefacts } from '../../contract/artefacts.ts';
import { internalTarget } from '../../contract/objects.ts';
import { corpusLocales } from '../../contract/corpus.ts';
import { tableArn } from '../../contract/table-arn.ts';
import { classificationShape } from '../../patterns/classification/artefact.ts';
import { extractorShape } from '../../patterns/extraction/artefact.ts';
import { originProblem } from '../origin-problem.ts';
import { tableOrigin } from '../table-origin.ts';
import { dottedName, markings, millis, name, pointer, seconds, title, toolId, typeName, version } from './parts.ts';

/** What an artefact's file says: the artefact, its markings, and what only the compiler needs. */
export interface ArtefactFile<K extends ArtefactKind> {
  readonly artefact: Artefacts[K];
  readonly markings: readonly string[];
  /** Of an action kind: the ontology type of its payload. */
  readonly payload?: string;
  /** Of a classification schema: the ontology type of its subject; of a template: that of its parts. */
  readonly takes?: string;
  /** Of a corpus: where its sources stand, below the tenant's folder. */
  readonly sources?: string;
}

const named = { id: dottedName, version, markings: markings.default([]) };

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

const path = z.string().regex(/^\/[A-Za-z0-9/_{}.-]*$/, 'is no path such as /claims/{id}');
const httpSor = z
  .strictObject({
    ...named,
    origin: z.string().superRefine((origin, context) => {
      const message = originProblem(origin);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
    network: z.enum(['public', 'private']),
    cidrs: z.array(z.string()).default([]),
    timeout: millis,
    settlesWithin: millis.optional(),
    dedupesFor: seconds.optional(),
    resources: z.record(name, z.strictObject({ path })),
    mutations: z.record(z.string(), z.strictObject({ method: z.enum(['PUT', 'POST', 'PATCH']), path, resource: name })),
    changes: z.strictObject({ path }).optional(),
    replica: z.strictObject({ lagHeader: z.string().min(1), maxLag: seconds }).optional(),
  })
  .refine(({ network, cidrs }) => network === 'public' || cidrs.length > 0, {
    message: 'is private and names no cidrs',
    path: ['network'],
  })
  .transform(({ markings, timeout, settlesWithin, dedupesFor, changes, replica, ...rest }): ArtefactFile<'Sor'> => ({
    artefact: {
      ...rest,
      timeoutMillis: timeout,
      ...(settlesWithin === undefined ? {} : { settlesWithinMillis: settlesWithin }),
      ...(dedupesFor === undefined ? {} : { dedupesForSeconds: dedupesFor }),
      ...(changes === undefined ? {} : { changes }),
      ...(replica === undefined ? {} : { replica: { lagHeader: replica.lagHeader, maxLagSeconds: replica.maxLag } }),
    },
    markings,
  }));

/** A DynamoDB table of the tenant's: one resource, read by its key. */
const tableSor = z
  .strictObject({
    ...named,
    engine: z.literal('dynamodb'),
    table: z.string().regex(tableArn, 'is no ARN of a DynamoDB table'),
    resource: name,
    key: z.string().min(1),
    sourceVersion: z.string().min(1).optional(),
  })
  .transform(({ id, version, markings, table, resource, key, sourceVersion }): ArtefactFile<'Sor'> => ({
    artefact: {
      id,
      version,
      origin: tableOrigin(table),
      network: 'public',
      cidrs: [],
      timeoutMillis: tableTimeoutMillis,
      resources: { [resource]: { path: '/{id}' } },
      mutations: {},
      table: { arn: table, key, ...(sourceVersion === undefined ? {} : { version: sourceVersion }) },
    },
    markings,
  }));
/** What the client gives one attempt. */
const tableTimeoutMillis = 4000;
const sorFile = z.union([tableSor, httpSor]);

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
