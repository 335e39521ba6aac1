import { z } from 'zod';

/** The parts of the API's answers that the journey reads. */
const dispatchOf = <T extends z.ZodType>(result: T) => z.object({ result, receipt: z.object({ eventId: z.string() }) });

export const runOpened = z.object({ runId: z.string(), release: z.string(), expiresAt: z.string() });

export const policyFound = dispatchOf(
  z.object({
    status: z.literal('found'),
    object: z.object({ policyId: z.string(), sumInsured: z.string(), currency: z.string() }),
  }),
);

export const claimFound = dispatchOf(
  z.object({
    status: z.literal('found'),
    sourceVersion: z.string(),
    object: z.object({
      claimId: z.string(),
      status: z.string(),
      reserve: z.object({ amount: z.string(), currency: z.string() }),
    }),
  }),
);

export const validated = dispatchOf(
  z.looseObject({ verdict: z.enum(['pass', 'warn', 'block']), trace: z.array(z.unknown()) }),
);

export const converted = dispatchOf(
  z.looseObject({ status: z.literal('converted'), value: z.object({ amount: z.string(), currency: z.string() }) }),
);

export const staged = dispatchOf(z.object({ id: z.string(), state: z.string(), stagedUntil: z.string() }));

export const requested = dispatchOf(z.object({ id: z.string(), state: z.string(), dueAt: z.string() }));

export const taskList = z.object({ tasks: z.array(z.object({ id: z.string(), state: z.string() })) });

export const taskRead = z.object({
  task: z.object({ id: z.string(), state: z.string(), digest: z.string() }),
  changes: z.array(z.object({ label: z.string(), from: z.unknown(), to: z.unknown() })),
  rationale: z.string(),
});

export const decided = z.object({ decisionId: z.string(), action: z.object({ state: z.string() }) });

export const actionRead = z.object({ id: z.string(), state: z.string(), version: z.number() }).loose();

export const auditRead = z.object({
  events: z.array(z.looseObject({ eventId: z.string(), kind: z.string(), at: z.string() })),
  carriedUntil: z.string().nullable(),
});

export const journal = z.object({ requests: z.array(z.unknown()), changes: z.array(z.unknown()) });
