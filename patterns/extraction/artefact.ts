import * as z from 'zod';
import { artefactId, artefactVersion } from '../../contract/artefacts/artefact-name.ts';
import { identifierSchemes, notations, type Extractor, type PropertyType } from '../../contract/artefacts/extractor.ts';
import { currencyCode, jsonPointer } from '../../contract/values/shapes.ts';
import { foldedLabel } from './fold.ts';
import { patternProblem } from './linear-pattern.ts';

const pattern = z.string().superRefine((text, context) => {
  const message = patternProblem(text);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});
const words = z
  .string()
  .max(100)
  .refine((text) => /[\p{L}\p{N}]/u.test(foldedLabel(text)), 'has no letter and no digit');
const wordList = z.array(words).min(1).max(200);
const within = z.strictObject({
  region: z.enum(['page', 'header', 'body', 'paragraph', 'heading', 'sheet']),
  name: z.string().min(1).max(100).exactOptional(),
});

const type: z.ZodType<PropertyType> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('date'), century: z.int().min(19).max(20).exactOptional() }),
  z
    .strictObject({
      kind: z.literal('money'),
      currencies: z.array(currencyCode).min(1).max(20),
      currency: currencyCode.exactOptional(),
    })
    .refine(({ currency, currencies }) => currency === undefined || currencies.includes(currency), {
      message: 'is none of the currencies',
      path: ['currency'],
    }),
  z.strictObject({ kind: z.literal('decimal'), scale: z.int().min(0).max(18) }),
  z.strictObject({ kind: z.literal('identifier'), scheme: z.enum(identifierSchemes) }),
  z.strictObject({ kind: z.literal('text'), form: pattern.exactOptional(), maxLength: z.int().min(1).max(2000) }),
  z.strictObject({
    kind: z.literal('enum'),
    values: z
      .record(z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/), wordList)
      .refine((values) => Object.keys(values).length > 0, 'has no values'),
  }),
]);

const modelId = /^(?:(?<geography>us|eu|apac|global)\.)?[a-z0-9-]+\.[a-z0-9.-]+(?::\d+)?$/;
const model = z
  .strictObject({
    by: z.literal('model'),
    model: z.string().max(200).regex(modelId, 'is no model of Amazon Bedrock'),
    regions: z
      .array(z.string().regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'is no region'))
      .min(1)
      .max(32)
      .exactOptional(),
    promptVersion: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/),
    instruction: z.string().min(1).max(2000),
    parameters: z.strictObject({ maxTokens: z.int().min(1).max(4096), temperature: z.number().min(0).max(1) }),
    maxCharacters: z.int().min(1).max(400_000),
  })
  .refine((one) => (modelId.exec(one.model)?.groups?.['geography'] !== undefined) === (one.regions !== undefined), {
    message: 'an inference profile names the regions that it may go to, a foundation model none',
    path: ['regions'],
  });

const finder = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('pointer'), pointer: jsonPointer.min(1) }),
  z.strictObject({
    by: z.literal('label'),
    labels: wordList,
    look: z
      .array(z.enum(['right', 'below']))
      .min(1)
      .max(2),
    anywhere: z.boolean().exactOptional(),
    column: pattern.exactOptional(),
    until: pattern.exactOptional(),
    within: within.exactOptional(),
  }),
  z.strictObject({ by: z.literal('pattern'), pattern, within: within.exactOptional() }),
  z.strictObject({
    by: z.literal('table'),
    column: wordList,
    row: wordList.exactOptional(),
    within: within.exactOptional(),
  }),
  z.strictObject({ by: z.literal('sum'), within: within.exactOptional() }),
  model,
]);

/** What an extractor says beside its name; the tenant's file has the same. */
export const extractorShape = {
  title: z.string().min(1).max(200),
  notations: z.array(z.enum(notations)).min(1).max(3),
  properties: z
    .record(
      z.string().regex(/^[a-z][A-Za-z0-9]{0,62}$/),
      z
        .strictObject({ type, find: z.array(finder).min(1).max(32) })
        .refine(({ type: { kind }, find }) => kind === 'money' || find.every(({ by }) => by !== 'sum'), {
          message: '`sum` finds money alone',
          path: ['find'],
        }),
    )
    .refine((properties) => Object.keys(properties).length > 0, 'has no properties'),
};

/** An extractor's file: every pattern is one of linear time, every label says something. */
export const extractor: z.ZodType<Extractor> = z.strictObject({
  id: artefactId('extractor'),
  version: artefactVersion,
  ...extractorShape,
});
