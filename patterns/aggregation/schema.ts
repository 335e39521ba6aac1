import * as z from 'zod';
import { instant, plainDate, zone } from '../../contract/values/date-shapes.ts';
import { roundingModes } from '../../contract/values/rounding.ts';
import { currencyCode, jsonPointer, sha256Hex } from '../../contract/values/shapes.ts';
import { aggregationLimits } from './limits.ts';

const typeName = z.string().regex(/^[A-Z][A-Za-z0-9]{0,62}$/);
const scalar = z.union([z.string().max(512), z.number(), z.boolean()]);
/** In the notation of the member: a decimal, an integer, a date or an instant. */
const edge = z.string().min(1).max(64);

/** What an object must have: a value, one of some, or one in an interval. */
const condition = z.union([
  z.strictObject({ at: jsonPointer, equals: scalar }),
  z.strictObject({ at: jsonPointer, in: z.array(scalar).min(1).max(64) }),
  z.strictObject({
    at: jsonPointer,
    range: z.strictObject({
      atLeast: edge.optional(),
      above: edge.optional(),
      below: edge.optional(),
      atMost: edge.optional(),
    }),
  }),
]);
export type Condition = z.infer<typeof condition>;

/** By type, with what all of them must have, or one by one. */
const objects = z.union([
  z.strictObject({ type: typeName, where: z.array(condition).max(aggregationLimits.conditions).optional() }),
  z.strictObject({
    refs: z
      .array(z.strictObject({ type: typeName, id: z.string().min(1).max(512) }))
      .min(1)
      .max(aggregationLimits.refs),
  }),
]);

const moment = z.union([plainDate, instant]);
/** ISO 8601 without a sign, such as `P1Y` or `PT36H`. */
const span = z.string().regex(/^P[0-9YMWDTH]{2,24}$/);

/** A date is the moment at which it begins in `zone`; `from` belongs to a window, `to` does not. */
const window = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('absolute'), at: jsonPointer, from: moment, to: moment, zone }),
  /** Ends with the call. */
  z.strictObject({ kind: z.literal('rolling'), at: jsonPointer, last: span, zone }),
  /** Objects that began (`since`) by then and had not ended (`until`, the first moment after it; absent: never). */
  z.strictObject({
    kind: z.literal('asOf'),
    on: moment,
    since: jsonPointer,
    until: jsonPointer.optional(),
    zone,
  }),
  /** Every object as it stands at the call. */
  z.strictObject({ kind: z.literal('current') }),
]);
export type Window = z.infer<typeof window>;

const rounding = z.strictObject({ scale: z.int().min(0).max(18), mode: z.enum(roundingModes) });
export type Rounding = z.infer<typeof rounding>;

/** What is measured. What cannot be exact says how it is rounded, once. */
const op = z.discriminatedUnion('kind', [
  /** Objects, or those that have the member `of`. */
  z.strictObject({ kind: z.literal('count'), of: jsonPointer.optional() }),
  z.strictObject({ kind: z.literal('sum'), of: jsonPointer, rounding: rounding.optional() }),
  z.strictObject({ kind: z.literal('mean'), of: jsonPointer, rounding }),
  z.strictObject({ kind: z.literal('min'), of: jsonPointer }),
  z.strictObject({ kind: z.literal('max'), of: jsonPointer }),
  /** Nearest rank: the least value that at least `percent` of all values do not exceed; always one that was read. */
  z.strictObject({
    kind: z.literal('percentile'),
    of: jsonPointer,
    percent: z.string().regex(/^(?:100|[1-9][0-9]?(?:\.[0-9]{1,4})?)$/),
    method: z.literal('nearest-rank'),
  }),
  /** The sum of `of` over that of `over`, of objects that have both. */
  z.strictObject({ kind: z.literal('ratio'), of: jsonPointer, over: jsonPointer, rounding }),
  /** Objects, or the sum of `of`, for each `per` of the window. */
  z.strictObject({
    kind: z.literal('rate'),
    of: jsonPointer.optional(),
    per: z.string().regex(/^P[0-9DTHMS]{2,24}$/),
    rounding,
  }),
]);
export type Op = z.infer<typeof op>;

export const request = z.strictObject({
  objects,
  window,
  op,
  groupBy: z.array(jsonPointer).min(1).max(aggregationLimits.groupBy).optional(),
});
export type Request = z.infer<typeof request>;

/** Why a group has no value. */
export const unmeasured = ['no_values', 'zero_denominator', 'mixed_units'] as const;
export type Unmeasured = (typeof unmeasured)[number];

const group = {
  /** What its objects have in common, in the order of `groupBy`; null where they lack the member. */
  key: z
    .array(z.strictObject({ at: jsonPointer, value: z.union([z.string(), z.number(), z.boolean(), z.null()]) }))
    .max(aggregationLimits.groupBy),
  objects: z.int().min(0),
  /** Objects of the group that have what is measured. */
  values: z.int().min(0),
};

export const metricGroup = z.discriminatedUnion('status', [
  z.strictObject({
    ...group,
    status: z.literal('measured'),
    /** Exact, in plain notation without trailing zeros; with `rounding` as many digits as that says. */
    value: z.string().regex(/^-?(?:0|[1-9][0-9]{0,47})(?:\.[0-9]{1,18})?$/),
    /** The currency of money. */
    unit: currencyCode.optional(),
    /** Of a ratio of a plain number over money: the currency of that. */
    perUnit: currencyCode.optional(),
  }),
  z.strictObject({ ...group, status: z.literal('unmeasured'), reason: z.enum(unmeasured) }),
]);
export type MetricGroup = z.infer<typeof metricGroup>;

export const response = z.strictObject({
  op: z.enum(['count', 'sum', 'mean', 'min', 'max', 'percentile', 'ratio', 'rate']),
  /** As resolved, UTC: `from` is not there where the window is a moment. */
  window: z.strictObject({ from: instant.optional(), to: instant }),
  /** Over which objects, and which version of each. */
  objectSet: z.strictObject({ count: z.int().min(0), hash: sha256Hex }),
  /** By key, ascending: null, false, true, numbers, texts by code point. Without `groupBy` the one group of all. */
  groups: z.array(metricGroup).max(aggregationLimits.groups),
});
export type Response = z.infer<typeof response>;

export const memberKinds = ['money', 'decimal', 'integer', 'date', 'instant', 'boolean', 'text'] as const;
export type MemberKind = (typeof memberKinds)[number];

const scalars = ['text', 'boolean', 'integer', 'date'] as const;
/** What a member must be to be measured, placed in time, asked for, or grouped by. */
export const roleKinds = {
  measured: ['money', 'decimal', 'integer'],
  moment: ['date', 'instant'],
  condition: [...scalars, 'decimal', 'instant'],
  group: scalars,
} as const satisfies Record<string, readonly MemberKind[]>;
export type Role = keyof typeof roleKinds;

const markings = z.array(z.string());
const members = z.record(
  typeName,
  z.strictObject({
    /** The join over the type. */
    markings,
    /** That, and what stands below it in its chains. */
    known: markings,
    read: z.record(jsonPointer, z.strictObject({ kind: z.enum(memberKinds), markings })),
  }),
);

const shared = {
  /** Whether a metric is marked as the members that it reads, or as the whole objects. */
  propagation: z.enum(['members', 'objects']),
  /** How many objects of the type are read at most. */
  expects: z.strictObject({ objects: z.int().min(1) }),
  /** By type the members that the signature may name: put here by the compiler, from the ontology. */
  members: members.exactOptional(),
};

export const settings = z.strictObject({
  /** What reads the objects: their table, unless the record names another. */
  engine: z.literal('table').exactOptional(),
  ...shared,
});
export const athenaSettings = z.strictObject({ engine: z.literal('athena'), ...shared });
/** What every engine reads of them. */
export type Settings = Omit<z.infer<typeof settings>, 'engine'>;
