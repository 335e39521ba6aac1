import * as z from 'zod';
import { artefactRef, evidenceSpan, jsonObject } from '../../contract/values/shapes.ts';

export const request = z.strictObject({ subject: jsonObject, schema: artefactRef });
export type Request = z.infer<typeof request>;

/** Reasons why a subject has no band. */
export const outsideReasons = ['missing', 'not_a_value', 'wrong_unit', 'outside_domain', 'unknown_value'] as const;
export type OutsideReason = (typeof outsideReasons)[number];

/** A member of the subject as it was read, with its unit if the dimension has one. */
const read = z.strictObject({
  dimension: z.string(),
  pointer: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]),
  unit: z.string().optional(),
});
export type Read = z.infer<typeof read>;

const rationale = z.string().max(4000);

export const response = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('classified'),
    band: z.string(),
    confidence: z.number().min(0).max(1),
    /**
     * The origin of the confidence. `rule`: a proved rule on exact values, with confidence 1. `subject`: the lowest
     * confidence in the subject.
     */
    confidenceBasis: z.enum(['rule', 'subject']),
    rule: z.string(),
    rationale,
    reads: z.array(read),
    evidence: z.array(evidenceSpan),
    /** `name@version` of the schema. */
    schema: z.string(),
  }),
  z.strictObject({
    status: z.literal('out_of_distribution'),
    dimension: z.string(),
    reason: z.enum(outsideReasons),
    rationale,
    schema: z.string(),
  }),
]);
export type Response = z.infer<typeof response>;

export const settings = z.strictObject({});
