import * as z from 'zod';
import type { AdminAnswer } from './answer.ts';
import type { Arrived } from './arrived.ts';
import { changeClaim, type ClaimDesk } from './change-claim.ts';
import { parsedBody } from './parsed-body.ts';
import { reserveOf } from './reads.ts';

const reserveChange = z.strictObject({
  amount: z.string().regex(/^(0|[1-9]\d{0,11})\.\d{2}$/),
  currency: z.literal('TRY'),
  reason: z.string().trim().min(1).max(500),
});

/** Handles `PUT /claims/{id}/reserve`. */
export const putReserve = (request: Arrived, desk: ClaimDesk): AdminAnswer =>
  changeClaim(request, desk, {
    suffix: '/reserve',
    parse: (body) => parsedBody(reserveChange, body),
    malformed: {
      code: 'invalid_reserve',
      detail:
        'The body must be { amount, currency, reason }, such as { "amount": "100.00", "currency": "TRY", "reason": "…" }.',
    },
    closed: { code: 'claim_not_open', detail: 'The claim is not open. Only the reserve of an open claim can change.' },
    apply: (claim, change, at) => ({ ...claim, reserve: { ...change, updatedAt: at } }),
    shown: (claim) => reserveOf(claim),
  });
