import { z } from 'zod';

/** Schemas of the API's answers, with only the members that the journey reads. */
const dispatchOf = <T extends z.ZodType>(result: T) => z.object({ result, receipt: z.object({ eventId: z.string() }) });

export const runOpened = z.object({ runId: z.string(), release: z.string(), expiresAt: z.string() });

const quoted = z.looseObject({ quote: z.string() });
const extractedOf = <T extends z.ZodType>(value: T) =>
  dispatchOf(z.looseObject({ status: z.literal('extracted'), value, evidence: quoted }));

export const sourceSent = z.object({ source: z.string(), state: z.string() });
export const sourceRead = z.object({ state: z.string() });
export const textExtracted = extractedOf(z.string());
export const moneyExtracted = extractedOf(z.object({ amount: z.string(), currency: z.string() }));

export const classified = dispatchOf(
  z.looseObject({ status: z.literal('classified'), band: z.string(), rule: z.string() }),
);

export const searched = dispatchOf(
  z.looseObject({ spans: z.array(z.looseObject({ quote: z.string(), section: z.string() })).min(1) }),
);

export const measured = dispatchOf(
  z.looseObject({ objectSet: z.looseObject({ count: z.number() }), groups: z.array(z.unknown()) }),
);

export const drafted = dispatchOf(
  z.looseObject({ status: z.literal('draft'), draftType: z.string(), content: z.looseObject({ subject: z.string() }) }),
);

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
      policyId: z.string(),
      status: z.string(),
      cause: z.string(),
      estimate: z.object({ amount: z.string(), currency: z.string() }),
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

export const actionRead = z
  .object({ id: z.string(), state: z.string(), version: z.number(), reconciliations: z.number().default(0) })
  .loose();

export const auditRead = z.object({
  events: z.array(z.looseObject({ eventId: z.string(), kind: z.string(), at: z.string() })),
  indexedUntil: z.string().nullable(),
  sealedUntil: z.string().nullable(),
});

export const journal = z.object({ requests: z.array(z.unknown()), changes: z.array(z.unknown()) });
