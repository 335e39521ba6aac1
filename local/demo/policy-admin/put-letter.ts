import * as z from 'zod';
import type { AdminAnswer } from './answer.ts';
import type { Arrived } from './arrived.ts';
import { changeClaim, type ClaimDesk } from './change-claim.ts';
import { parsedBody } from './parsed-body.ts';

/** Draft as it was composed. Its `content` is sent. */
const letter = z.object({
  letter: z.object({
    draftType: z.literal('ReserveLetter'),
    content: z.object({
      claimId: z.string(),
      subject: z.string().min(1),
      text: z.string().min(1),
      html: z.string().min(1),
    }),
  }),
});

/** Handles `PUT /claims/{id}/letter`: it sends the letter to the insured and gives the claim a new version. */
export const putLetter = (request: Arrived, desk: ClaimDesk): AdminAnswer =>
  changeClaim(request, desk, {
    suffix: '/letter',
    parse: (body) => {
      const sent = parsedBody(letter, body)?.letter.content;
      return sent !== undefined && request.path === `/claims/${sent.claimId}/letter` ? sent : undefined;
    },
    malformed: {
      code: 'invalid_letter',
      detail: 'The body must be { letter }, and letter must be a Draft of a ReserveLetter about this claim.',
    },
    closed: { code: 'claim_not_open', detail: 'The claim is not open. A letter can be sent only about an open claim.' },
    apply: (claim) => claim,
    shown: (_claim, { claimId, subject }, sentAt) => ({ claimId, subject, sentAt }),
  });
