import type { Extractor, Finder, PropertyType } from '../../contract/artefacts/extractor.ts';
import { locatedSpan, modelLineage } from '../../contract/values/shapes.ts';
import { confidenceOf } from '../../patterns/extraction/confidence.ts';
import { response, type Reason } from '../../patterns/extraction/schema.ts';
import { schemaOf } from '../signature/platform-shapes.ts';
import type { Schema } from '../signature/keywords.ts';

/** A way in which the extraction of a property can end. */
export interface ExtractionAnswer {
  readonly status: string;
  /** Description of this answer for the author of the signature. */
  readonly what: string;
  /** Schema of every answer of this kind. The schema allows any `value`. */
  readonly schema: Schema;
}

const [extracted, ambiguous, notExtracted] = response.options;
const candidates = schemaOf(ambiguous.shape.candidates);

/**
 * Returns every answer that the engine can give for a property: a value from each kind of finder, several values, and
 * each reason for no value. @param scans true if the tenant reads scans
 */
export function extractionAnswers(
  { id, version, properties }: Extractor,
  { property, scans }: { readonly property: string; readonly scans: boolean },
): readonly ExtractionAnswer[] {
  const declared = properties[property];
  if (!declared) return [];
  const { type, find } = declared;
  const asksModel = find.some(({ by }) => by === 'model');
  const evidence = schemaOf(asksModel ? locatedSpan.extend({ lineage: modelLineage.optional() }) : locatedSpan);
  const extractor = { const: `${id}@${version}` };
  return [
    ...[...Map.groupBy(find, ({ by }) => by)].map(([by, finders]) => ({
      status: 'extracted',
      what: `a ${property} found by ${by}`,
      schema: exactly(schemaOf(extracted), {
        status: { const: 'extracted' },
        value: true,
        evidence,
        ...sureness(finders, type, scans),
        method: { const: by },
        extractor,
      }),
    })),
    {
      status: 'ambiguous',
      what: `several values of ${property}`,
      schema: exactly(schemaOf(ambiguous), {
        status: { const: 'ambiguous' },
        candidates: { ...candidates, items: evidence },
        extractor,
      }),
    },
    ...reasonsOf(type, asksModel).map((reason) => ({
      status: 'not_extracted',
      what: `the reason ${reason}`,
      schema: exactly(schemaOf(notExtracted), {
        status: { const: 'not_extracted' },
        reason: { const: reason },
        ...(faults.has(reason) ? { evidence } : {}),
        extractor,
      }),
    })),
  ];
}

/** Returns the schema with exactly these members, all of them required. */
const exactly = (schema: Schema, properties: Schema): Schema => ({
  ...schema,
  properties,
  required: Object.keys(properties),
});

function sureness(finders: readonly Finder[], type: PropertyType, scans: boolean): Schema {
  const all = finders.flatMap((finder) => {
    const token = { start: 0, end: 1, values: [''], ...(type.kind === 'identifier' ? { checked: true } : {}) };
    const below = finder.by === 'label' && finder.look.includes('below');
    return [false, ...(below ? [true] : [])].map((one) =>
      confidenceOf({ ...token, method: finder.by, below: one }, type),
    );
  });
  return {
    // The confidence of a value from a scan depends on the words.
    confidence: scans
      ? { type: 'number', minimum: 0, maximum: 1 }
      : { enum: [...new Set(all.map(({ confidence }) => confidence))] },
    confidenceBasis: { enum: [...new Set(all.map(({ confidenceBasis }) => confidenceBasis))] },
  };
}

/** If the `reason` of an answer is one of these, the answer has no value, but it has the evidence of the text that was found. */
const faults: ReadonlySet<Reason> = new Set(['malformed', 'check_digit']);

const reasonsOf = (type: PropertyType, asksModel: boolean): readonly Reason[] => [
  'not_found',
  'malformed',
  'source_refused',
  ...(type.kind === 'identifier' ? (['check_digit'] as const) : []),
  ...(asksModel ? (['ungrounded', 'model_answer', 'too_long'] as const) : []),
];
