import { agent, journeyPurpose } from './cast.ts';
import type { AskedStep } from './step.ts';

/** Calls one of the agent's tools within one run. `path` is `<function>/<tool>`. */
export type Dispatch = (name: string, path: string, body: unknown) => AskedStep;

export const dispatchIn =
  (runId: string): Dispatch =>
  (name, path, body) => ({
    name,
    who: agent,
    method: 'POST',
    path: `/v1/${path}`,
    headers: { 'purpose-of-use': journeyPurpose, 'run-id': runId },
    body,
  });

/** Returns the same step with an idempotency key. */
export const withKey = (key: string, step: AskedStep): AskedStep => ({
  ...step,
  headers: { ...step.headers, 'idempotency-key': key },
});
