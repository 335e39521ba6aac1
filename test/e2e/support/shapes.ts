import { z } from 'zod';
import type { ApiAnswer } from '../../../local/demo/api-client.ts';

const receipt = z.object({
  eventId: z.string(),
  argsHash: z.string(),
  resultHash: z.string(),
  exceptionsHash: z.string(),
  pins: z.record(z.string(), z.string()),
});
const exceptions = z.array(z.object({ kind: z.string() }));
const dispatchOf = <T extends z.ZodType>(result: T) => z.object({ result, receipt, exceptions });

export const anyDispatch = dispatchOf(z.unknown());
export const runOpened = z.object({ runId: z.string() });
export const claimFound = dispatchOf(
  z.object({
    status: z.literal('found'),
    sourceVersion: z.string(),
    object: z.object({
      claimId: z.string(),
      policyId: z.string(),
      status: z.string(),
      description: z.string(),
      reserve: z.object({ amount: z.string(), currency: z.string() }),
    }),
  }),
);
export const policyFound = dispatchOf(
  z.object({ status: z.literal('found'), object: z.object({ sumInsured: z.string(), currency: z.string() }) }),
);
export const validated = dispatchOf(z.looseObject({ verdict: z.enum(['pass', 'warn', 'block']) }));
export const staged = dispatchOf(z.object({ id: z.string(), state: z.string(), version: z.number() }));
export const stagedWithKey = dispatchOf(z.object({ id: z.string(), idempotencyKey: z.string() }));
export const requested = dispatchOf(
  z.object({ id: z.string(), state: z.string(), dueAt: z.string(), actionId: z.string().optional() }),
);
export const taskRead = z.object({
  task: z.object({ id: z.string(), state: z.string(), digest: z.string(), reason: z.string().optional() }),
  action: z.object({ state: z.string(), reason: z.string().optional() }),
  changes: z.array(z.object({ label: z.string(), from: z.unknown(), to: z.unknown() })),
  rationale: z.string(),
  payload: z.unknown(),
  evidence: z.array(z.looseObject({ tool: z.string(), arguments: z.unknown().optional(), result: z.unknown() })),
});
export const withdrawn = z.object({
  decisionId: z.string(),
  reason: z.string().optional(),
  task: z.object({ state: z.string() }),
});
export const decided = z.object({ decisionId: z.string(), action: z.object({ state: z.string() }) });
export const actionRead = z.object({
  id: z.string(),
  state: z.string(),
  version: z.number(),
  reason: z.string().optional(),
  decisionId: z.string().optional(),
  attempts: z.number(),
  reconciliations: z.number(),
  approvals: z.object({ taskId: z.string(), state: z.string() }).optional(),
  receipt: z.object({ status: z.number() }).optional(),
});

const problem = z.object({
  code: z.string(),
  detail: z.string(),
  next: z.string(),
  pointer: z.string().optional(),
  eventId: z.string().optional(),
  exceptions: z.array(z.object({ kind: z.string(), retryable: z.boolean().optional() })).optional(),
});

/** Reads the body of an answer with the status 200 or 201. @throws with the answer if it has another status */
export function answered<T>(answer: ApiAnswer, shape: z.ZodType<T>): T {
  if (answer.status !== 200 && answer.status !== 201) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return shape.parse(answer.body);
}

/** Reads the status and the problem document (RFC 9457) of a refusal. @throws with the answer if it is not a refusal */
export function refused(answer: ApiAnswer): z.infer<typeof problem> & { status: number } {
  const { data } = problem.safeParse(answer.body);
  if (data === undefined) throw new Error(`answered ${answer.status}, no problem document: ${answer.text}`);
  return { ...data, status: answer.status };
}
