import * as z from 'zod';

/** Shapes that signatures of several patterns share. Exact numbers are strings in JSON: a double would round them. */

/**
 * Plain notation, at most 24 digits before the point and 18 after. It has no exponent, so no short text means a huge
 * number.
 */
export const decimalForm = /^-?(?:0|[1-9][0-9]{0,23})(?:\.[0-9]{1,18})?$/;
export const decimalString = z.string().regex(decimalForm);

/** Three letters of ISO 4217. The engine checks if the code exists. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/);

export const money = z.strictObject({ amount: decimalString, currency: currencyCode });
export type Money = z.infer<typeof money>;

/** An object whose members the tool's signature types. */
export const jsonObject = z.record(z.string(), z.unknown());

/** Names an artefact of the tool's `uses`, with or without `@version`. */
export const artefactRef = z.string().min(1).max(128);

/** Names a dispatch, an Action or a Task. */
export const rowId = z.string().min(1).max(256);

/** A pointer as in RFC 6901; the empty one is the whole value. */
export const jsonPointer = z
  .string()
  .max(512)
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/);

/** SHA-256, 64 hex digits. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** At most 2 000 UTF-16 units: a span is a passage, not a document. */
const quote = z.string().min(1).max(2000);
const offset = z.int().min(0).max(100_000_000);

/** The model that pointed at a passage, and how it was asked. A holder of the request can ask again. */
export const modelLineage = z.strictObject({
  model: z.string().min(1).max(256),
  promptVersion: z.string().min(1).max(64),
  parameters: z.strictObject({ maxTokens: z.int().min(1).max(4096), temperature: z.number().min(0).max(1) }),
  /** The hash of the canonical JSON of what was sent. */
  requestHash: sha256Hex,
});
export type ModelLineage = z.infer<typeof modelLineage>;

/** The evidence for a value: a passage of the stored extracted text of a source (docs/spec.md, 9.3). */
export const evidenceSpan = z.strictObject({
  /** The hash of the source's bytes. */
  sourceHash: sha256Hex,
  /** The extractor that made the text, and its version. Offsets are stable for these two. */
  extractor: z.string().min(1).max(64),
  extractorVersion: z.string().min(1).max(64),
  /** The hash of the extracted text. */
  textHash: sha256Hex,
  /** In UTF-16 units of the extracted text. `end` is the first unit after the passage. */
  start: offset,
  end: offset,
  /** The unchanged text from `start` to `end`. */
  quote,
  /** Only if a search found the span. */
  retrievalSnapshotId: z.string().min(1).max(128).optional(),
  /** Only if a model pointed at the span. */
  lineage: modelLineage.optional(),
});
export type EvidenceSpan = z.infer<typeof evidenceSpan>;
