import * as z from 'zod';
import { failures, type FailureCode } from '../../../contract/failures.ts';
import { idOf, name, title, toolId, typeName, version } from '../../../contract/artefacts/parts.ts';
import { markings, purpose } from './parts.ts';

const isFailureCode = (text: string): text is FailureCode => Object.hasOwn(failures, text);
const failureCodes = Object.keys(failures).filter(isFailureCode);

const caller = z.union([z.strictObject({ agent: name }), z.strictObject({ login: name, groups: z.array(name) })]);

/** The answer of an SoR when the case was recorded; `unavailable` means that it gave no answer. */
const recordedAnswer = z.union([
  z.strictObject({
    sor: idOf('sor'),
    path: z.string(),
    status: z.int(),
    etag: z.string().optional(),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown(),
  }),
  z.strictObject({ sor: idOf('sor'), path: z.string(), unavailable: z.string() }),
]);

/** Base64 text. It may have line breaks, as YAML folds it. */
const base64 = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.base64().min(1));

/** A source that the arguments name by `{ $source: '<name>' }`. In the state `received`, its text is not made yet. */
const recordedSource = z
  .strictObject({
    name,
    mediaType: z.string(),
    markings: markings.default([]),
    text: z.string().min(1).optional(),
    base64: base64.optional(),
    state: z.literal('received').optional(),
  })
  .refine(
    ({ text, base64 }) => (text === undefined) !== (base64 === undefined),
    'must have either text or base64. Write exactly one of them',
  );

/** The answer of a model when the case was recorded; `unavailable` means that it did not answer. */
const recordedModelAnswer = z.union([
  z.strictObject({ input: z.unknown(), complete: z.boolean().default(true) }),
  z.strictObject({ unavailable: z.string() }),
]);

/** A live object that exists before the case. */
const standingObject = z.strictObject({
  type: typeName,
  id: z.string().min(1),
  version: z.int().min(1).default(1),
  at: z.iso.datetime().optional(),
  markings,
  value: z.record(z.string(), z.json()),
});

const step = {
  purpose,
  caller,
  arguments: z.record(z.string(), z.unknown()),
  connectors: z.array(recordedAnswer).default([]),
  sources: z.array(recordedSource).default([]),
  model: z.array(recordedModelAnswer).default([]),
  objects: z.array(standingObject).default([]),
};

/** An earlier call of a case, in the same run. Later arguments use its answer by `{ $from: '<name>#<pointer>' }`. */
const earlier = z.strictObject({ name, tool: toolId, version, ...step });

/** Checks whether an expected result has a value to compare. Objects without values match every object. */
const assertsValue = (expected: unknown): boolean =>
  typeof expected !== 'object' ||
  expected === null ||
  Array.isArray(expected) ||
  Object.values(expected).some(assertsValue);

const goldenCase = z.strictObject({
  name: title,
  ...step,
  before: z.array(earlier).default([]),
  /** True if the call has an idempotency key. A call of a staging tool always has a key. */
  keyed: z.boolean().default(false),
  /** Other arguments under the same key, which must be refused. */
  otherwise: z.record(z.string(), z.unknown()).optional(),
  expect: z.union([
    z
      .strictObject({
        /** Members that the result must have. Objects may have more members; arrays and scalars must be equal. */
        result: z.unknown(),
        /** The kinds of its exceptions, in order. */
        exceptions: z.array(z.string()).default([]),
      })
      .refine(({ result, exceptions }) => exceptions.length > 0 || assertsValue(result), {
        path: ['result'],
        message:
          'asserts nothing, so every answer passes. Write the members that the result must have, with their values',
      }),
    z.strictObject({ refused: z.enum(failureCodes) }),
  ]),
});

/** The schema of `packs/<evalPack>.yaml`: golden cases of one tool, from which the gate also makes its probes. */
export const packFile = z.strictObject({
  id: z
    .string()
    .regex(/^pack(\.[a-z][a-z0-9-]*)+$/, 'Use words of a-z, 0-9 and -, separated by dots, such as pack.claim.lookup'),
  title,
  /** Time of the gate's clock. */
  at: z.iso.datetime(),
  cases: z
    .array(goldenCase)
    .min(1)
    .refine(
      (cases) => cases.some(({ expect }) => 'result' in expect && assertsValue(expect.result)),
      'has no case that expects a value of a result, so a tool without any result passes. Add a case with `expect: { result: { MEMBER: VALUE } }`',
    ),
});
export type PackFile = z.output<typeof packFile>;
export type GoldenCase = PackFile['cases'][number];
export type EarlierCall = GoldenCase['before'][number];
export type RecordedAnswer = z.output<typeof recordedAnswer>;
export type RecordedSource = z.output<typeof recordedSource>;
export type StandingObject = z.output<typeof standingObject>;
export type RecordedModelAnswer = z.output<typeof recordedModelAnswer>;
