import * as z from 'zod';
import { artefactRef, decimalString, evidenceSpan } from '../../contract/values/shapes.ts';

export const request = z.strictObject({
  query: z.strictObject({
    /** Words to search for, in any order. No character is search syntax. */
    text: z.string().min(1).max(512),
    filters: z
      .strictObject({
        /** Only passages of these documents are searched. They are named as in the corpus. */
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

/** A found passage as evidence, with its rank and the words that matched. */
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
    /** The name and title of the passage's document, and the heading above the passage. */
    document: z.string().min(1).max(256),
    title: z.string().min(1).max(300),
    section: z.string().max(300),
    /** The BM25 score with nine digits after the point. If scores are equal, the lower passage id comes first. */
    score: decimalString,
    /** The places of the query's words. Offsets count from the start of the document's text, like those of the span. */
    matches: z.array(z.strictObject({ start: offset, end: offset })).max(64),
  });
export type SearchSpan = z.infer<typeof searchSpan>;

export const response = z.strictObject({
  /** The passages, best first. */
  spans: z.array(searchSpan).max(50),
  retrievalSnapshotId: snapshotId,
});
export type Response = z.infer<typeof response>;

export const settings = z.strictObject({});
