import * as z from 'zod';

/**
 * Schemas that the signatures of several patterns share. Exact numbers are strings in JSON, because a double would
 * round them.
 */

/**
 * A decimal in plain notation, with at most 24 digits before the point and 18 after it. It has no exponent, so a short
 * text cannot mean a huge number.
 */
export const decimalForm = /^-?(?:0|[1-9][0-9]{0,23})(?:\.[0-9]{1,18})?$/;
export const decimalString = z.string().regex(decimalForm);

/** A currency code of three letters (ISO 4217). The engine checks that the code exists. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/);

export const money = z.strictObject({ amount: decimalString, currency: currencyCode });
export type Money = z.infer<typeof money>;

/** An object whose members the signature of the tool describes. */
export const jsonObject = z.record(z.string(), z.unknown());

/** The name of an artefact in the tool's `uses`, with or without `@version`. */
export const artefactRef = z.string().min(1).max(128);

/** The id of a dispatch, an Action or a Task. */
export const rowId = z.string().min(1).max(256);

/** A JSON Pointer (RFC 6901). The empty pointer names the whole value. */
export const jsonPointer = z
  .string()
  .max(512)
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/);

/** A SHA-256 in 64 hex digits. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** At most 2 000 UTF-16 units, because a span quotes a passage and not a document. */
const quote = z.string().min(1).max(2000);
const offset = z.int().min(0).max(100_000_000);

/** The model that pointed at a passage, and how it was asked. Somebody who has the request can send it again. */
export const modelLineage = z.strictObject({
  model: z.string().min(1).max(256),
  promptVersion: z.string().min(1).max(64),
  parameters: z.strictObject({ maxTokens: z.int().min(1).max(4096), temperature: z.number().min(0).max(1) }),
  /** The hash of the canonical JSON of the request to the model. */
  requestHash: sha256Hex,
});
export type ModelLineage = z.infer<typeof modelLineage>;

/** The members that a search adds to the evidence of a passage: its snapshot, its rank, and the words that matched. */
export const foundBySearch = z.strictObject({
  retrievalSnapshotId: z.string().regex(/^snap-[0-9a-f]{64}$/),
  passageId: z.string().min(1).max(300),
  /** The name and title of the passage's document, and the heading above the passage. */
  document: z.string().min(1).max(256),
  title: z.string().min(1).max(300),
  section: z.string().max(300),
  /** The score with nine digits after the point. If scores are equal, the lower passage id comes first. */
  score: decimalString,
  /** The places of the query's words. Offsets count from the start of the document's text, like those of the span. */
  matches: z.array(z.strictObject({ start: offset, end: offset })).max(64),
});

/** A passage of a source's located text. */
export const locatedSpan = z.strictObject({
  /** The hash of the bytes of the source. */
  sourceHash: sha256Hex,
  /** The extractor that made the text, and its version. Offsets are stable for one extractor version. */
  extractor: z.string().min(1).max(64),
  extractorVersion: z.string().min(1).max(64),
  /** The hash of the located text. */
  textHash: sha256Hex,
  /** The start of the passage in UTF-16 units of the located text. `end` is the first unit after the passage. */
  start: offset,
  end: offset,
  /** The unchanged text from `start` to `end`. */
  quote,
});

/** The evidence for a value (docs/spec.md, 9.3). A span of a search is accepted unchanged as evidence. */
export const evidenceSpan = locatedSpan.extend({
  /** Only if a search found the passage. */
  ...foundBySearch.partial().shape,
  /** Only if a model pointed at the passage. */
  lineage: modelLineage.optional(),
});
export type EvidenceSpan = z.infer<typeof evidenceSpan>;
