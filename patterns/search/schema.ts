import * as z from 'zod';
import { artefactRef, foundBySearch, locatedSpan } from '../../contract/values/shapes.ts';

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

/** A found passage as evidence, with its rank and the words that matched. */
export const searchSpan = locatedSpan.extend(foundBySearch.shape);
export type SearchSpan = z.infer<typeof searchSpan>;

export const response = z.strictObject({
  /** The passages, best first. */
  spans: z.array(searchSpan).max(50),
  retrievalSnapshotId: foundBySearch.shape.retrievalSnapshotId,
});
export type Response = z.infer<typeof response>;

export const settings = z.strictObject({});
