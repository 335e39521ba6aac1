import * as z from 'zod';
import { isElementPath } from '../values/element-path.ts';
import { invoiceTerms, type InvoiceTerm } from '../values/invoice-terms.ts';
import type { Immutable } from '../values/immutable.ts';
import { currency, memberName, memberPointer, artefactNamed, title } from './parts.ts';

/**
 * The notations of numbers and dates: `1.234,56` and 12.03.2026 (tr-TR, de-DE), `1,234.56` and 12/03/2026 (en-GB),
 * `1,234.56` and 03/12/2026 (en-US), `1 234,56` (fr-FR), `1'234.56` (de-CH), and the plain notation of machines. A
 * source does not say which notation it uses, so the extractor declares it.
 */
export const notations = ['tr-TR', 'en-GB', 'en-US', 'de-DE', 'fr-FR', 'de-CH', 'plain'] as const;
export type Notation = (typeof notations)[number];

export const identifierSchemes = ['iban', 'tckn', 'vkn', 'vin'] as const;
export type IdentifierScheme = (typeof identifierSchemes)[number];

/** A regular expression for RE2. The extraction pattern checks it when the tenant is compiled. */
const re2 = z.string();
const words = z.array(z.string().max(100)).min(1).max(200);

const propertyType = z.discriminatedUnion('kind', [
  /**
   * `century` completes a year of two digits: with 20, the year 26 is 2026. Without `century`, a date whose year has
   * two digits is not recognised.
   */
  z.strictObject({ kind: z.literal('date'), century: z.int().min(19).max(20).exactOptional() }),
  /**
   * `currency` is assumed for an amount without a currency sign. Without `currency`, such an amount is not recognised
   * as money.
   */
  z
    .strictObject({
      kind: z.literal('money'),
      currencies: z.array(currency).min(1).max(20),
      currency: currency.exactOptional(),
    })
    .refine((money) => money.currency === undefined || money.currencies.includes(money.currency), {
      error: 'is not in currencies. Use a currency of that list, or add this one to it',
      path: ['currency'],
    }),
  /** `scale` is the largest number of decimal places. */
  z.strictObject({ kind: z.literal('decimal'), scale: z.int().min(0).max(18) }),
  z.strictObject({ kind: z.literal('identifier'), scheme: z.enum(identifierSchemes) }),
  /** `form` is a pattern for the text. Without it, the text is everything that the field contains. */
  z.strictObject({ kind: z.literal('text'), form: re2.exactOptional(), maxLength: z.int().min(1).max(2000) }),
  /** `values` maps each value to the ways in which documents write it. */
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
        'has no values. Add a value, and list the ways in which documents write it',
      ),
  }),
]);
/** The type of a property. It decides how a passage is read as a value. */
export type PropertyType = Immutable<z.infer<typeof propertyType>>;

const region = z.strictObject({
  region: z.enum(['page', 'header', 'body', 'paragraph', 'heading', 'sheet']),
  name: z.string().min(1).max(100).exactOptional(),
});
/** Limits a finder to regions of this kind and, if `name` is given, of this name. */
export type Within = Immutable<z.infer<typeof region>>;
const within = region.exactOptional();

const modelId = /^(?:(?<geography>us|eu|apac|global)\.)?[a-z0-9-]+\.[a-z0-9.-]+(?::\d+)?$/;
const modelFinder = z
  .strictObject({
    by: z.literal('model'),
    /** The id of a foundation model of Amazon Bedrock, or of an inference profile. A profile also needs `regions`. */
    model: z
      .string()
      .max(200)
      .regex(modelId, 'Use the id of a foundation model or an inference profile of Amazon Bedrock'),
    regions: z
      .array(z.string().regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'Use the name of an AWS region, such as eu-central-1'))
      .min(1)
      .max(32)
      .exactOptional(),
    promptVersion: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/, 'Use a-z, 0-9, . and -, at most 64 characters'),
    /** The instruction that tells the model what to look for. */
    instruction: z.string().min(1).max(2000),
    parameters: z.strictObject({ maxTokens: z.int().min(1).max(4096), temperature: z.number().min(0).max(1) }),
    /** The largest source, in UTF-16 units. A longer one is not sent to the model. */
    maxCharacters: z.int().min(1).max(400_000),
  })
  .superRefine(({ model, regions }, context) => {
    const profile = modelId.exec(model)?.groups?.['geography'] !== undefined;
    if (profile === (regions !== undefined)) return;
    const message = profile
      ? `is missing, but the inference profile ${model} needs it. List the regions that the profile may use`
      : `is allowed only for an inference profile, but ${model} is a foundation model. Remove it`;
    context.addIssue({ code: 'custom', path: ['regions'], message });
  });
export type ModelFinder = Immutable<z.infer<typeof modelFinder>>;

const invoiceTerm = z.enum(Object.keys(invoiceTerms) as [InvoiceTerm, ...InvoiceTerm[]]);
const elementPath = z.string().max(500).refine(isElementPath, {
  error: 'is malformed: write names from the root, such as /Invoice/InvoiceLine[1]/ID or /Invoice/ID[@schemeID="VKN"]',
});

const finder = z.discriminatedUnion('by', [
  /** Finds a value at a JSON Pointer (RFC 6901) in a JSON source. */
  z.strictObject({ by: z.literal('pointer'), pointer: memberPointer }),
  /**
   * Finds the text of an element of XML, also of an invoice inside a PDF. `term` is a term of EN 16931, which every
   * syntax of invoices has in a place of its own. `path` names the element itself.
   */
  z
    .strictObject({ by: z.literal('element'), term: invoiceTerm.exactOptional(), path: elementPath.exactOptional() })
    .refine(({ term, path }) => (term === undefined) !== (path === undefined), {
      error: 'must have either term or path, not both and not neither',
    }),
  /**
   * Finds the value beside a label. `look` lists where the value may be; the nearest value is taken. Case, diacritics
   * and line breaks do not matter. A label must begin a field. With `anywhere`, it may also be in a sentence before a
   * colon, or end its field. `column` (RE2) chooses among several values of one row: those whose column contains a
   * match. Among several labels, it chooses those whose block of lines contains a match. `until` (RE2) ends the search:
   * labels after its first match in the text do not count.
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
  /** Finds the value with a pattern: the group `value` of the match, or the whole match if there is no such group. */
  z.strictObject({ by: z.literal('pattern'), pattern: re2, within }),
  /**
   * Finds a cell of a table. `column` lists headers: the first of them that the table has gives the column. `row` lists
   * texts: the first of them that some cell contains gives the row. Without `row`, the table must have one row, or the
   * same value in all rows.
   */
  z.strictObject({ by: z.literal('table'), column: words, row: words.exactOptional(), within }),
  /** Finds a total: the greatest amount that is the sum of the amounts directly above it, whatever its label is. */
  z.strictObject({ by: z.literal('sum'), within }),
  modelFinder,
]);
/** One way to find a property. `by` says which. */
export type Finder = Immutable<z.infer<typeof finder>>;

/**
 * The properties of one kind of document, and how each is found. The finders of a property are tried in order, and the
 * first one that finds a value decides.
 */
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
          error:
            'has the finder { by: sum }, which finds only money. Use another finder, or write type: { kind: money }',
          path: ['find'],
        }),
    )
    .refine((properties) => Object.keys(properties).length > 0, 'has no properties. Add at least one property'),
});
export type Extractor = Immutable<z.infer<typeof extractor>>;
