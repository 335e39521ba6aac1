import * as z from 'zod';
import type { Immutable } from '../values/immutable.ts';
import { currency, memberName, memberPointer, name, artefactNamed, title } from './parts.ts';

const edge = z.string().min(1).max(40);
/**
 * A range of values with one or two edges. `atLeast` and `atMost` include the edge, `above` and `below` exclude it. An
 * edge is written in the notation of the dimension's kind.
 */
const interval = z
  .strictObject({
    atLeast: edge.exactOptional(),
    above: edge.exactOptional(),
    below: edge.exactOptional(),
    atMost: edge.exactOptional(),
  })
  .refine((one) => Object.keys(one).length > 0, { error: 'has no limit. Add atLeast, above, below or atMost' })
  .refine(({ atLeast, above }) => atLeast === undefined || above === undefined, {
    error: 'has two lower limits. Keep either atLeast or above',
  })
  .refine(({ below, atMost }) => below === undefined || atMost === undefined, {
    error: 'has two upper limits. Keep either below or atMost',
  });
export type Interval = Immutable<z.infer<typeof interval>>;

const common = {
  name: memberName,
  /** The pointer into the subject at which the value of the dimension is. */
  at: memberPointer,
  /** The pointer into the subject at which the EvidenceSpans for the value of the dimension are. */
  evidenceAt: memberPointer.exactOptional(),
  /** The pointer into the subject at which the confidence in the value of the dimension is, a number from 0 to 1. */
  confidenceAt: memberPointer.exactOptional(),
};
const domain = interval.exactOptional();
const unit = z.string().min(1).max(32);
/** The pointer into the subject at which the unit is. Without it, the ontology type fixes the unit. */
const unitAt = memberPointer.exactOptional();
const dimension = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: z.literal('money'), unit: currency, domain }),
  z.strictObject({ ...common, kind: z.literal('decimal'), unit, unitAt, domain }),
  z.strictObject({ ...common, kind: z.literal('integer'), unit, unitAt, domain }),
  z.strictObject({ ...common, kind: z.literal('date'), domain }),
  z.strictObject({ ...common, kind: z.literal('duration'), domain }),
  z.strictObject({ ...common, kind: z.literal('category'), values: z.array(z.string().min(1).max(64)).min(1).max(64) }),
  z.strictObject({ ...common, kind: z.literal('boolean') }),
]);
/** A member of the subject that a classification reads. */
export type Dimension = Immutable<z.infer<typeof dimension>>;

const listed = z
  .array(z.union([z.string(), z.boolean()]))
  .min(1)
  .max(64);

/**
 * The bands of a classification and the rules that choose one. When the tenant is compiled, the classification pattern
 * proves that exactly one rule matches each possible subject.
 */
export const classificationSchema = z.strictObject({
  ...artefactNamed('bands'),
  title,
  bands: z.array(name).min(1).max(32),
  dimensions: z.array(dimension).min(1).max(8),
  rules: z
    .array(
      z.strictObject({
        id: name,
        band: z.string(),
        /**
         * Maps a dimension to a range, or to a list of allowed values. A dimension that is not listed may have any
         * value.
         */
        when: z.record(z.string(), z.union([interval, listed])),
      }),
    )
    .min(1)
    .max(200),
});
export type ClassificationSchema = Immutable<z.infer<typeof classificationSchema>>;
