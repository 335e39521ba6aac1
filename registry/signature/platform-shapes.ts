import * as z from 'zod';
import { actionView } from '../../contract/rows/action-view.ts';
import { foundObject } from '../../contract/rows/found-object.ts';
import { roundingModes } from '../../contract/values/rounding.ts';
import {
  artefactRef,
  currencyCode,
  decimalString,
  evidenceSpan,
  money,
  rowId,
  sha256Hex,
} from '../../contract/values/shapes.ts';
import { taskView } from '../../contract/rows/task-view.ts';
import { metricGroup, response as measured } from '../../patterns/aggregation/schema.ts';
import { duration, instant, plainDate } from '../../patterns/conversion/dates/shapes.ts';
import { response as classified } from '../../patterns/classification/schema.ts';
import { response as converted } from '../../patterns/conversion/schema.ts';
import { response as extracted, hints, sourceRef } from '../../patterns/extraction/schema.ts';
import { quantity, unitName } from '../../patterns/conversion/units/shapes.ts';
import { searchSpan } from '../../patterns/search/schema.ts';
import { response as judged } from '../../patterns/validation/schema.ts';
import { isSchema, type Schema } from './keywords.ts';

/** Converts a name such as `rate_missing` to `RateMissing`. */
const pascal = (status: string): string =>
  status.replace(/(?:^|_)([a-z])/g, (_match, first: string) => first.toUpperCase());

const shapes: Readonly<Record<string, z.core.$ZodType>> = {
  ActionView: actionView,
  ArtefactRef: artefactRef,
  ClassificationRead: classified.options[0].shape.reads.element,
  ClassificationOutOfDistribution: classified.options[1],
  ...Object.fromEntries(
    converted.options.map((option) => [`Conversion${pascal(option.shape.status.value)}`, option] as const),
  ),
  CurrencyCode: currencyCode,
  Date: plainDate,
  Decimal: decimalString,
  Duration: duration,
  EventId: rowId,
  EvidenceSpan: evidenceSpan,
  ExtractionAmbiguous: extracted.options[1],
  ExtractionHints: hints,
  ExtractionNotExtracted: extracted.options[2],
  // The length is bounded, so that it fits patterns that limit the length, such as `asOf` of a lookup.
  Instant: instant.max(35),
  LookupSource: foundObject.shape.source,
  Metric: measured,
  MetricGroup: metricGroup,
  Money: money,
  Quantity: quantity,
  RoundingMode: z.enum(roundingModes),
  RowId: rowId,
  SearchSpan: searchSpan,
  Sha256: sha256Hex,
  SourceRef: sourceRef,
  RuleTrace: judged.shape.trace.element,
  TaskView: taskView,
  UnitName: unitName,
  Verdict: judged.shape.verdict,
};

const schemas = new WeakMap<z.core.$ZodType, Schema>();

/**
 * Returns the JSON Schema of a zod type in the form of signatures, without `$schema` and the bounds that all numbers
 * have.
 */
export function schemaOf(type: z.core.$ZodType): Schema {
  const known = schemas.get(type) ?? written(type);
  schemas.set(type, known);
  return known;
}

function written(type: z.core.$ZodType): Schema {
  const schema: unknown = plain(z.toJSONSchema(type, { io: 'input', reused: 'inline' }));
  if (!isSchema(schema)) throw new Error('a pattern has a type that JSON Schema cannot express');
  return schema;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isSchema(value)) return value;
  const kept = Object.entries(value).filter(([keyword, member]) => !isNoise(keyword, member));
  return Object.fromEntries(kept.map(([keyword, member]) => [keyword, plain(member)]));
}

const isNoise = (keyword: string, member: unknown): boolean =>
  (keyword === '$schema' && typeof member === 'string') ||
  (keyword === 'minimum' && member === Number.MIN_SAFE_INTEGER) ||
  (keyword === 'maximum' && member === Number.MAX_SAFE_INTEGER) ||
  (keyword === 'propertyNames' && isSchema(member) && Object.keys(member).join() === 'type');

/** The schemas that `$ref: platform/<Name>` can name. */
export const platformShapes: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(shapes).map(([name, type]) => [name, schemaOf(type)]),
);
