import * as z from 'zod';

/** The schemas of the hand-written side, as its author would write them: one for each request and each result. */
const amount = z.string().regex(/^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,6})?$/);
const money = z.strictObject({ amount, currency: z.string().regex(/^[A-Z]{3}$/) });
const claimId = z.string().regex(/^CLM-[0-9]{4}-[0-9]{6}$/);
const day = z.iso.date();

const heading = { heading: z.string().min(1).max(60), absent: z.enum(['refuse', 'empty']) };
export const tableRequest = z.strictObject({
  value: z
    .array(
      z.strictObject({
        claimId: claimId.optional(),
        status: z.enum(['open', 'closed', 'rejected']).optional(),
        asOf: day.optional(),
        claims: z.int().min(0).max(1_000_000).optional(),
        reserve: money.optional(),
      }),
    )
    .max(500),
  target: z.strictObject({
    kind: z.literal('table'),
    format: z.enum(['csv', 'text', 'markdown']),
    locale: z.enum(['tr-TR', 'en-GB']),
    grouping: z.boolean(),
    columns: z
      .array(
        z.discriminatedUnion('type', [
          z.strictObject({
            type: z.literal('text'),
            pointer: z.enum(['/claimId', '/status', '/reserve/currency']),
            ...heading,
          }),
          z.strictObject({ type: z.literal('date'), pointer: z.literal('/asOf'), ...heading }),
          z.strictObject({ type: z.literal('integer'), pointer: z.literal('/claims'), ...heading }),
          z.strictObject({
            type: z.literal('decimal'),
            pointer: z.literal('/reserve/amount'),
            scale: z.int().min(0).max(6),
            rounding: z.enum(['half-even', 'half-up', 'up', 'down', 'ceiling', 'floor']),
            ...heading,
          }),
        ]),
      )
      .min(1)
      .max(12),
  }),
});
export const tableResult = z.strictObject({
  status: z.literal('tabulated'),
  format: z.enum(['csv', 'text', 'markdown']),
  mediaType: z.string(),
  text: z.string().max(2_000_000),
  rows: z.int(),
  columns: z.int(),
  guarded: z.int(),
});

export const lookupRequest = z.strictObject({ identifier: claimId, source: z.literal('sor.policy-admin') });
export const claim = z.strictObject({
  claimId,
  policyId: z.string().max(64),
  claimantPartyId: z.string().max(64).optional(),
  status: z.enum(['open', 'closed', 'rejected']),
  cause: z.enum(['collision', 'glass', 'theft', 'fire', 'hail', 'flood']),
  lossDate: day,
  reportedAt: z.iso.datetime({ offset: true }),
  city: z.string().max(100).optional(),
  description: z.string().max(4000),
  estimate: money,
  reserve: z.looseObject({ amount, currency: z.string() }),
});
export const lookupResult = z.strictObject({
  status: z.literal('found'),
  object: claim,
  sourceVersion: z.string().max(256),
});

const eventId = z.string().min(1).max(400);
export const stageRequest = z.strictObject({
  action: z.strictObject({
    kind: z.literal('action.reserve.change'),
    targetSor: z.literal('sor.policy-admin'),
    targetRef: claimId,
    payload: z.strictObject({ amount, currency: z.literal('TRY'), reason: z.string().min(1).max(500) }),
  }),
  basis: eventId,
  rationale: z.string().min(1).max(2000),
  evidence: z
    .array(z.strictObject({ event: eventId, arguments: z.json().optional(), result: z.json().optional() }))
    .max(16),
});
