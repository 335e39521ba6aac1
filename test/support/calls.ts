import { randomUUID } from 'node:crypto';
import type { Call, Outcome } from '../../contract/call.ts';
import { newUuid } from '../../contract/dispatch/keys.ts';
import type { FailureCode } from '../../contract/failures.ts';
import type { Caller } from '../../contract/authority/identity.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';

export const agent: Caller = { kind: 'agent', id: 'test-agent', name: 'test-agent', groups: [] };

export const newKey = (): string => `key-${randomUUID()}`;

/**
 * Makes a call of a tool, with default values for all that `more` does not give.
 *
 * @param args the arguments as a value, or as raw text that is sent unchanged
 */
export function callTo(record: Pick<ToolVersion, 'id' | 'function'>, args: unknown, more: Partial<Call> = {}): Call {
  const at = more.at ?? Date.now();
  return {
    id: newUuid(),
    at,
    deadlineAt: at + 24_000,
    caller: agent,
    function: record.function,
    tool: record.id,
    purpose: 'testing',
    body: typeof args === 'string' ? args : JSON.stringify(args),
    ...more,
  };
}

export type Answered = Extract<Outcome, { body: string }>;

export function answered(outcome: Outcome): Answered & { readonly result: unknown } {
  if ('refused' in outcome) throw new Error(`refused: ${outcome.refused}: ${outcome.detail}`);
  return { ...outcome, result: (JSON.parse(outcome.body) as { result: unknown }).result };
}

export const refusedWith = (outcome: Outcome): FailureCode | 'answered' =>
  'refused' in outcome ? outcome.refused : 'answered';
