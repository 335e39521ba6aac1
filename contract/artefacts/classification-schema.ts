import * as z from 'zod';
import type { Immutable } from '../values/immutable.ts';
import { currency, memberName, memberPointer, name, artefactNamed, title } from './parts.ts';

const edge = z.string().min(1).max(40);
/** A half-line or an interval: the name of each edge says whether the edge belongs to it. Texts are in the notation of the dimension's kind. */
const interval = z
  .strictObject({
    atLeast: edge.exactOptional(),
    above: edge.exactOptional(),
    below: edge.exactOptional(),
    atMost: edge.exactOptional(),
  })
  .refine((one) => Object.keys(one).length > 0, { error: 'has no edge. Add atLeast, above, below or atMost' })
  .refine(({ atLeast, above }) => atLeast === undefined || above === undefined, {
    error: 'has two lower edges. Keep atLeast or above',
  })
  .refine(({ below, atMost }) => below === undefined || atMost === undefined, {
    error: 'has two upper edges. Keep below or atMost',
  });
export type Interval = Immutable<z.infer<typeof interval>>;

const common = {
  name: memberName,
  /** A pointer into the subject. */
  at: memberPointer,
  /** A pointer to the EvidenceSpans of this member. */
  evidenceAt: memberPointer.exactOptional(),
  /** A pointer to the author's confidence in this member, from 0 to 1. */
  confidenceAt: memberPointer.exactOptional(),
};
const domain = interval.exactOptional();
const unit = z.string().min(1).max(32);
/** A pointer to the unit. Without it, the type says the unit. */
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

/** Bands over a typed subject. The classification pattern proves that exactly one rule holds at each point of the domains. */
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
        /** Dimension to an interval, or to the values that it may have. A dimension that is not named may have any value. */
        when: z.record(z.string(), z.union([interval, listed])),
      }),
    )
    .min(1)
    .max(200),
});
export type ClassificationSchema = Immutable<z.infer<typeof classificationSchema>>;
