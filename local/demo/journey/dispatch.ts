import { agent, journeyPurpose } from './cast.ts';
import type { AskedStep } from './step.ts';

/** A call of one of the agent's tools within one run. `path` is `<function>/<tool>`. */
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

/** The same call under an idempotency key of the agent's own. */
export const withKey = (key: string, step: AskedStep): AskedStep => ({
  ...step,
  headers: { ...step.headers, 'idempotency-key': key },
});
