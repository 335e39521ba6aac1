import * as z from 'zod';
import { artefactRef, decimalString, evidenceSpan } from '../../contract/values/shapes.ts';

export const request = z.strictObject({
  query: z.strictObject({
    /** Words, in any order; nothing in it is syntax. */
    text: z.string().min(1).max(512),
    filters: z
      .strictObject({
        /** Documents by their names in the corpus. */
        documents: z.array(z.string().min(1).max(256)).min(1).max(16).optional(),
      })
      .optional(),
  }),
  corpus: artefactRef,
  k: z.int().min(1).max(50),
});
export type Request = z.infer<typeof request>;

const offset = evidenceSpan.shape.start;
const snapshotId = z.string().regex(/^snap-[0-9a-f]{64}$/);

/** A passage as evidence, and why it was found. */
export const searchSpan = evidenceSpan
  .pick({
    sourceHash: true,
    extractor: true,
    extractorVersion: true,
    textHash: true,
    start: true,
    end: true,
    quote: true,
  })
  .extend({
    retrievalSnapshotId: snapshotId,
    passageId: z.string().min(1).max(300),
    /** Name and title of the document that the passage is of, and the heading that it stands under. */
    document: z.string().min(1).max(256),
    title: z.string().min(1).max(300),
    section: z.string().max(300),
    /** BM25, nine digits after the point; of equal scores the lower passage id comes first. */
    score: decimalString,
    /** Where words of the query stand; offsets like those of the span. */
    matches: z.array(z.strictObject({ start: offset, end: offset })).max(64),
  });
export type SearchSpan = z.infer<typeof searchSpan>;

export const response = z.strictObject({
  /** The best first. */
  spans: z.array(searchSpan).max(50),
  retrievalSnapshotId: snapshotId,
});
export type Response = z.infer<typeof response>;

export const settings = z.strictObject({});
