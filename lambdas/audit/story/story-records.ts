import type { AuditEvent } from '../../../contract/audit.ts';
import { Failure } from '../../../contract/failures.ts';
import type { Action, ActionCase } from '../../../contract/rows/action.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';
import type { Decision } from '../../../contract/rows/task.ts';
import type { Hash } from '../../../contract/values/canonical.ts';

/** The payload and the case of an Action. A member is absent if it was erased; `unknown` then says so. */
export interface ToldCase {
  readonly payload?: unknown;
  readonly shown?: ActionCase;
  readonly unknown: readonly string[];
}

/** Reads the payload and the case of an Action. @throws Failure `internal` if one is missing */
export async function caseOfStory(store: Pick<ActionPlaneStore, 'attachment'>, action: Action): Promise<ToldCase> {
  const [payload, shown] = await Promise.all([
    kept(store, 'payload', action.payloadHash),
    kept(store, 'case', action.caseHash),
  ]);
  return {
    ...('value' in payload ? { payload: payload.value } : {}),
    ...('value' in shown ? { shown: shown.value as ActionCase } : {}),
    unknown: [payload, shown].flatMap((one) => ('erased' in one ? [one.erased] : [])),
  };
}

async function kept(
  store: Pick<ActionPlaneStore, 'attachment'>,
  name: string,
  hash: Hash,
): Promise<{ readonly value: unknown } | { readonly erased: string }> {
  try {
    const text = await store.attachment(hash);
    if (text === undefined) throw new Failure('internal', `the ${name} of the Action is missing from the store`);
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof Failure && error.code === 'result.erased')
      return { erased: `The ${name} of the Action was erased. Its hash is ${hash}.` };
    throw error;
  }
}

/** Reads the Decisions that the events name, in the order of the events. */
export async function decisionsOfStory(
  store: Pick<ActionPlaneStore, 'decision'>,
  events: readonly AuditEvent[],
): Promise<{ readonly decisions: ReadonlyMap<string, Decision>; readonly unknown: readonly string[] }> {
  const ids = [...new Set(events.flatMap((event) => (event.kind === 'decision' ? [event.decisionId] : [])))];
  const found = await Promise.all(ids.map((id) => store.decision(id)));
  return {
    decisions: new Map(found.flatMap((decision) => (decision ? [[decision.id, decision] as const] : []))),
    unknown: ids.flatMap((id, i) => (found[i] ? [] : [`The record of the Decision ${id} was not found.`])),
  };
}
