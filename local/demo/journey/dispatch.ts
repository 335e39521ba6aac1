import { agent, journeyPurpose } from './cast.ts';
import type { AskedStep } from './step.ts';

/** Calls of the agent's tools within one run. */
export type Dispatch = (name: string, functionName: string, tool: string, body: unknown, key?: string) => AskedStep;

export const dispatchIn =
  (runId: string): Dispatch =>
  (name, functionName, tool, body, key) => ({
    name,
    who: agent,
    method: 'POST',
    path: `/v1/${functionName}/${tool}`,
    headers: {
      'purpose-of-use': journeyPurpose,
      'run-id': runId,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body,
  });
