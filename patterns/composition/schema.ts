import * as z from 'zod';
import { artefactRef, jsonObject, sha256Hex } from '../../contract/values/shapes.ts';

export const request = z.strictObject({ parts: jsonObject, template: artefactRef });
export type Request = z.infer<typeof request>;

/**
 * The response is always a Draft, which is a value of an ontology type. The Draft is not stored. Action staging
 * compares this whole value with the payload.
 */
export const response = z.strictObject({
  status: z.literal('draft'),
  /** The ontology type of `content`. */
  draftType: z.string(),
  /** `name@version` of the template. */
  template: artefactRef,
  content: jsonObject,
  /** The SHA-256 of the canonical JSON (RFC 8785) of `content`. */
  contentHash: sha256Hex,
});
export type Response = z.infer<typeof response>;

export const settings = z.strictObject({});
