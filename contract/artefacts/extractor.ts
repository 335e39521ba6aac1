import * as z from 'zod';
import type { Immutable } from '../values/immutable.ts';
import { currency, memberName, memberPointer, artefactNamed, title } from './parts.ts';

/**
 * How numbers and dates are written: `1.234,56` and 12.03.2026 (tr-TR, de-DE), `1,234.56` and 12/03/2026 (en-GB), the same
 * with the month first (en-US), `1 234,56` (fr-FR), `1'234.56` (de-CH), or as machines write them. A source never says which;
 * the extractor does.
 */
export const notations = ['tr-TR', 'en-GB', 'en-US', 'de-DE', 'fr-FR', 'de-CH', 'plain'] as const;
export type Notation = (typeof notations)[number];

export const identifierSchemes = ['iban', 'tckn', 'vkn', 'vin'] as const;
export type IdentifierScheme = (typeof identifierSchemes)[number];

/** A regular expression of RE2. The extraction pattern proves it when the tenant is compiled. */
const re2 = z.string();
const words = z.array(z.string().max(100)).min(1).max(200);

const propertyType = z.discriminatedUnion('kind', [
  /** `century` completes a year of two digits, such as 20. Without it, such a year is not a date. */
  z.strictObject({ kind: z.literal('date'), century: z.int().min(19).max(20).exactOptional() }),
  /** `currency` is the currency of an amount that has none beside it. Without it, such an amount is not money. */
  z
    .strictObject({
      kind: z.literal('money'),
      currencies: z.array(currency).min(1).max(20),
      currency: currency.exactOptional(),
    })
    .refine((money) => money.currency === undefined || money.currencies.includes(money.currency), {
      error: 'is none of the currencies. Use one of them, or add it to currencies',
      path: ['currency'],
    }),
  /** `scale`: the largest number of digits after the point. */
  z.strictObject({ kind: z.literal('decimal'), scale: z.int().min(0).max(18) }),
  z.strictObject({ kind: z.literal('identifier'), scheme: z.enum(identifierSchemes) }),
  /** Without `form`, the text is the content of the field. */
  z.strictObject({ kind: z.literal('text'), form: re2.exactOptional(), maxLength: z.int().min(1).max(2000) }),
  /** Each value, with the ways in which it is written. */
  z.strictObject({
    kind: z.literal('enum'),
    values: z
      .record(
        z
          .string()
          .regex(/^[a-z][a-z0-9_-]{0,62}$/, 'Use a-z, 0-9, _ and -, beginning with a letter, at most 63 characters'),
        words,
      )
      .refine(
        (values) => Object.keys(values).length > 0,
        'has no values. Add one with the ways in which it is written',
      ),
  }),
]);
/** The type of a property. It says how a passage is read. */
export type PropertyType = Immutable<z.infer<typeof propertyType>>;

const region = z.strictObject({
  region: z.enum(['page', 'header', 'body', 'paragraph', 'heading', 'sheet']),
  name: z.string().min(1).max(100).exactOptional(),
});
/** A part of the source: regions of this kind, and of this name if there is one. */
export type Within = Immutable<z.infer<typeof region>>;
const within = region.exactOptional();

const modelId = /^(?:(?<geography>us|eu|apac|global)\.)?[a-z0-9-]+\.[a-z0-9.-]+(?::\d+)?$/;
const modelFinder = z
  .strictObject({
    by: z.literal('model'),
    /** A foundation model of Amazon Bedrock, or an inference profile with the regions that it may use. */
    model: z.string().max(200).regex(modelId, 'Use the id of a model or of an inference profile of Amazon Bedrock'),
    regions: z
      .array(z.string().regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'Use the name of an AWS region, such as eu-central-1'))
      .min(1)
      .max(32)
      .exactOptional(),
    promptVersion: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/, 'Use a-z, 0-9, . and -, at most 64 characters'),
    /** Tells the model what to look for. */
    instruction: z.string().min(1).max(2000),
    parameters: z.strictObject({ maxTokens: z.int().min(1).max(4096), temperature: z.number().min(0).max(1) }),
    /** In UTF-16 units. A longer source is not sent. */
    maxCharacters: z.int().min(1).max(400_000),
  })
  .superRefine(({ model, regions }, context) => {
    const profile = modelId.exec(model)?.groups?.['geography'] !== undefined;
    if (profile === (regions !== undefined)) return;
    const message = profile
      ? `is missing, and ${model} is an inference profile. List the regions that it may go to`
      : `is for inference profiles, and ${model} is a foundation model. Remove it`;
    context.addIssue({ code: 'custom', path: ['regions'], message });
  });
export type ModelFinder = Immutable<z.infer<typeof modelFinder>>;

const finder = z.discriminatedUnion('by', [
  /** A pointer (RFC 6901) into a JSON source. */
  z.strictObject({ by: z.literal('pointer'), pointer: memberPointer }),
  /**
   * A label and where its value is, nearest first. Case, diacritics and line breaks do not matter. A label begins a
   * field; with `anywhere` it may be in a sentence before a colon, or end its field. If the row has several values, `column`
   * (RE2) keeps those of its column; if several values are below each other, it keeps those of its block. `until` (RE2)
   * keeps the values before its first match.
   */
  z.strictObject({
    by: z.literal('label'),
    labels: words,
    look: z
      .array(z.enum(['right', 'below']))
      .min(1)
      .max(2),
    anywhere: z.boolean().exactOptional(),
    column: re2.exactOptional(),
    until: re2.exactOptional(),
    within,
  }),
  /** The value is the group `value`, else the whole match. */
  z.strictObject({ by: z.literal('pattern'), pattern: re2, within }),
  /**
   * The cell below the first of the headers that is found, in the row that has the first of `row` that is found in any
   * cell. Without `row`: in the only row, or if all rows have the same value.
   */
  z.strictObject({ by: z.literal('table'), column: words, row: words.exactOptional(), within }),
  /** Money: the greatest amount that is the sum of the amounts right above it, whatever its label is. */
  z.strictObject({ by: z.literal('sum'), within }),
  modelFinder,
]);
/** A way to find a property. */
export type Finder = Immutable<z.infer<typeof finder>>;

/** Properties of a kind of document. Finders are tried in their order: the first that finds a value decides. */
export const extractor = z.strictObject({
  ...artefactNamed('extractor'),
  title,
  notations: z.array(z.enum(notations)).min(1).max(notations.length),
  properties: z
    .record(
      memberName,
      z
        .strictObject({ type: propertyType, find: z.array(finder).min(1).max(32) })
        .refine(({ type: { kind }, find }) => kind === 'money' || find.every(({ by }) => by !== 'sum'), {
          error: 'uses by: sum, which finds money only. Use another finder, or type: { kind: money }',
          path: ['find'],
        }),
    )
    .refine((properties) => Object.keys(properties).length > 0, 'has no properties. Add one'),
});
export type Extractor = Immutable<z.infer<typeof extractor>>;
