import type { ActionCase } from '../../../contract/rows/action.ts';
import type { ActionKind } from '../../../contract/artefacts/action-kind.ts';
import type { Sor } from '../../../contract/artefacts/sor.ts';
import type { CallFacts } from '../../../contract/pattern.ts';
import type { DispatchRecord } from '../../../contract/system.ts';
import { actionStaging } from '../../../patterns/action-staging/pattern.ts';
import type { Request } from '../../../patterns/action-staging/schema.ts';
import { kind, sor } from '../artefacts.ts';
import { factsOf } from '../facts.ts';
import { recordOf } from '../records.ts';

export const payload = { reserve: { amount: '1000.00', currency: 'TRY' }, note: 'Expertise is in' };

const found = {
  status: 'found',
  object: { id: 'C-1', reserve: { amount: '800.00', currency: 'TRY' } },
  sourceVersion: '"7"',
  source: { sor: 'sor.admin', resource: 'claim', identifier: 'C-1' },
};

/** A record of a lookup of the target. The members of `result` replace those of a valid result. */
export const lookedUp = (more: { tool?: string; at?: string; keepsResult?: boolean; result?: object } = {}) =>
  recordOf({
    tool: more.tool ?? 'tool.claim.lookup',
    function: 'lookup',
    args: { identifier: 'C-1' },
    result: { ...found, ...more.result },
    keepsResult: more.keepsResult ?? true,
    ...(more.at === undefined ? {} : { at: more.at }),
  });

export const verdict = { verdict: 'pass', rulePack: 'rules.reserve@1.0.0', trace: [] };

export const validated = (candidate: unknown, result: unknown = verdict, more: { keepsArguments?: boolean } = {}) =>
  recordOf({
    tool: 'tool.reserve.validate',
    function: 'validation',
    args: { candidate, rulePack: 'rules.reserve' },
    result,
    ...more,
  });

interface Staging {
  readonly basis?: DispatchRecord;
  readonly cited?: readonly DispatchRecord[];
  readonly evidence?: Request['evidence'];
  readonly drafts?: Record<string, string>;
  readonly action?: Partial<Request['action']>;
  readonly rationale?: string;
  readonly kind?: Partial<ActionKind>;
  readonly sor?: Sor;
  readonly call?: CallFacts;
}

export function stage(more: Staging = {}) {
  const basis = more.basis ?? lookedUp();
  return actionStaging.execute({
    args: {
      action: { kind: kind.id, targetSor: 'sor.admin', targetRef: 'C-1', payload, ...more.action },
      basis: basis.receipt.eventId,
      rationale: more.rationale ?? 'The expertise says so.',
      evidence: more.evidence ?? [],
      ...(more.drafts === undefined ? {} : { drafts: more.drafts }),
    },
    refs: { kind: { ...kind, ...more.kind }, sor: more.sor ?? sor, cited: [basis, ...(more.cited ?? [])] },
    ports: { dispatches: { whole: async (record: DispatchRecord) => record, read: async () => [] } },
    settings: {},
    call: more.call ?? factsOf(),
  });
}

/** Stages an Action and returns the payload and the case that are stored with it. */
export async function attached(more: Staging): Promise<{ payload: unknown; case: ActionCase }> {
  const { effect } = await stage(more);
  const [payloadText, caseText] = effect?.attachments ?? [];
  return {
    payload: JSON.parse(payloadText?.text ?? ''),
    case: JSON.parse(caseText?.text ?? '') as ActionCase,
  };
}
