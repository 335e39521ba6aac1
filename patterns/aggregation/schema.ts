import * as z from 'zod';
import { instant, plainDate, zone } from '../../contract/values/date-shapes.ts';
import { roundingModes } from '../../contract/values/rounding.ts';
import { currencyCode, jsonPointer, sha256Hex } from '../../contract/values/shapes.ts';
import { aggregationLimits } from './limits.ts';

const typeName = z.string().regex(/^[A-Z][A-Za-z0-9]{0,62}$/);
const scalar = z.union([z.string().max(512), z.number(), z.boolean()]);
/** An edge in the notation of the member: a decimal, a whole number, a date or an instant. */
const edge = z.string().min(1).max(64);

/** A condition on an object's member: one value, one of several, or an interval. */
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

/** The objects to measure: all objects of a type that meet conditions, or a list of references. */
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
/** An ISO 8601 duration without a sign, such as `P1Y` or `PT36H`. */
const span = z.string().regex(/^P[0-9YMWDTH]{2,24}$/);

/**
 * The window of time. `from` is part of the window, `to` is not. A date means the moment at which it begins in `zone`.
 */
const window = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('absolute'), at: jsonPointer, from: moment, to: moment, zone }),
  /** The window ends at the time of the call. */
  z.strictObject({ kind: z.literal('rolling'), at: jsonPointer, last: span, zone }),
  /**
   * The objects that existed at one moment. `since` names the member with the beginning of an object. `until` names the
   * member with the end of the object. An object without that member has not ended.
   */
  z.strictObject({
    kind: z.literal('asOf'),
    on: moment,
    since: jsonPointer,
    until: jsonPointer.optional(),
    zone,
  }),
  /** All objects, with their current values. */
  z.strictObject({ kind: z.literal('current') }),
]);
export type Window = z.infer<typeof window>;

const rounding = z.strictObject({ scale: z.int().min(0).max(18), mode: z.enum(roundingModes) });
export type Rounding = z.infer<typeof rounding>;

/**
 * The operation. If the result of the operation may not be exact, the operation declares how the result is rounded. The
 * result is rounded only once.
 */
const op = z.discriminatedUnion('kind', [
  /** The number of objects. With `of`, only objects that have this member are counted. */
  z.strictObject({ kind: z.literal('count'), of: jsonPointer.optional() }),
  z.strictObject({ kind: z.literal('sum'), of: jsonPointer, rounding: rounding.optional() }),
  z.strictObject({ kind: z.literal('mean'), of: jsonPointer, rounding }),
  z.strictObject({ kind: z.literal('min'), of: jsonPointer }),
  z.strictObject({ kind: z.literal('max'), of: jsonPointer }),
  /**
   * The nearest-rank percentile: the smallest value such that at least `percent` per cent of all values are not larger
   * than this value. It is always an observed value.
   */
  z.strictObject({
    kind: z.literal('percentile'),
    of: jsonPointer,
    percent: z.string().regex(/^(?:100|[1-9][0-9]?(?:\.[0-9]{1,4})?)$/),
    method: z.literal('nearest-rank'),
  }),
  /** The sum of `of` divided by the sum of `over`, over the objects that have both. */
  z.strictObject({ kind: z.literal('ratio'), of: jsonPointer, over: jsonPointer, rounding }),
  /** The average number of objects, or the average sum of `of`, in one duration `per` of the window. */
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

/** Reasons why a group has no value. */
export const unmeasured = ['no_values', 'zero_denominator', 'mixed_units'] as const;
export type Unmeasured = (typeof unmeasured)[number];

const group = {
  /**
   * The values that the group's objects share, in the order of `groupBy`. A value is null if the objects lack the
   * member.
   */
  key: z
    .array(z.strictObject({ at: jsonPointer, value: z.union([z.string(), z.number(), z.boolean(), z.null()]) }))
    .max(aggregationLimits.groupBy),
  objects: z.int().min(0),
  /** The number of objects of the group that have the measured member. */
  values: z.int().min(0),
};

export const metricGroup = z.discriminatedUnion('status', [
  z.strictObject({
    ...group,
    status: z.literal('measured'),
    /**
     * The exact result in plain notation. With `rounding`, it has as many digits as `rounding` says; otherwise it has
     * no trailing zeros.
     */
    value: z.string().regex(/^-?(?:0|[1-9][0-9]{0,47})(?:\.[0-9]{1,18})?$/),
    /** The currency, if the result is an amount of money. */
    unit: currencyCode.optional(),
    /** The currency of the divisor, if the result is a ratio of a plain number to an amount of money. */
    perUnit: currencyCode.optional(),
  }),
  z.strictObject({ ...group, status: z.literal('unmeasured'), reason: z.enum(unmeasured) }),
]);
export type MetricGroup = z.infer<typeof metricGroup>;

export const response = z.strictObject({
  op: z.enum(['count', 'sum', 'mean', 'min', 'max', 'percentile', 'ratio', 'rate']),
  /** The resolved window in UTC. Without `from`, it is a moment. */
  window: z.strictObject({ from: instant.optional(), to: instant }),
  /** The number of measured objects, and a hash of their types, ids and versions. */
  objectSet: z.strictObject({ count: z.int().min(0), hash: sha256Hex }),
  /**
   * The groups, sorted by key: null, false, true, numbers, then texts by code point. Without `groupBy` there is one
   * group of all objects.
   */
  groups: z.array(metricGroup).max(aggregationLimits.groups),
});
export type Response = z.infer<typeof response>;

export const memberKinds = ['money', 'decimal', 'integer', 'date', 'instant', 'boolean', 'text'] as const;
export type MemberKind = (typeof memberKinds)[number];

const scalars = ['text', 'boolean', 'integer', 'date'] as const;
/** The kinds that a member may have in each role. */
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
    /** All markings that members of the type have. */
    markings,
    /** The markings in `markings`, and all lower markings of the same chains. */
    known: markings,
    read: z.record(jsonPointer, z.strictObject({ kind: z.enum(memberKinds), markings })),
  }),
);

const shared = {
  /**
   * `members`: the metric gets the markings of the members that it reads. `objects`: it gets the markings of the whole
   * objects.
   */
  propagation: z.enum(['members', 'objects']),
  /** The largest number of objects of the type that the tool may have to read. */
  expects: z.strictObject({ objects: z.int().min(1) }),
  /**
   * The members that a call of the tool may name, for each type. The compiler fills this in from the signature and the
   * ontology.
   */
  members: members.exactOptional(),
};

export const settings = z.strictObject({
  /** The engine. `table`, the default, reads live objects from their table. */
  engine: z.literal('table').exactOptional(),
  ...shared,
});
export const athenaSettings = z.strictObject({ engine: z.literal('athena'), ...shared });
/** The settings that both engines have. */
export type Settings = Omit<z.infer<typeof settings>, 'engine'>;
