import type { ConsoleServer } from './console-server.ts';

/** The texts and values of a staged change that a test chooses. */
export interface StagedChange {
  readonly amount?: string;
  readonly rationale?: string;
  /** The reason in the payload. */
  readonly reason?: string;
  /** ISO 8601 duration until the Task expires. */
  readonly sla?: string;
}

interface Answered {
  readonly runId?: string;
  readonly result: Readonly<Record<string, string>>;
  readonly receipt: { readonly eventId: string };
}

const claimId = 'CLM-2026-000045';

/**
 * Opens a Task as the demo's agent does: the agent looks up claim and policy, validates the reserve, stages the change and
 * asks for approval.
 * @returns the id of the Task
 */
export async function stagedTask({ send }: Pick<ConsoleServer, 'send'>, change: StagedChange = {}): Promise<string> {
  const { amount = '61800.00', rationale = 'The second estimate is above the reserve.', sla = 'PT2H' } = change;
  const { reason = 'Second inspection found damage to the frame' } = change;
  const headers: Record<string, string> = { 'purpose-of-use': 'claims.adjustment', 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<Answered> => {
    const answer = await send({ by: 'claims-agent', method: 'POST', path: `/v1/${path}`, headers, body });
    if ((answer.statusCode ?? 0) >= 300) throw new Error(`${path} answers ${answer.statusCode}: ${answer.body}`);
    return JSON.parse(answer.body ?? '') as Answered;
  };
  headers['run-id'] = (await post('runs', { purpose: 'claims.adjustment', subject: claimId })).runId ?? '';
  const lookup = (tool: string, identifier: string): Promise<Answered> =>
    post(`lookup/${tool}`, { identifier, source: 'sor.policy-admin' });
  const claim = await lookup('tool.claim.lookup', claimId);
  const policy = await lookup('tool.policy.lookup', 'POL-2026-000123');
  const newReserve = { amount, currency: 'TRY' };
  const oldReserve = { amount: '42500.00', currency: 'TRY' };
  const sumInsured = { amount: '1250000.00', currency: 'TRY' };
  const validated = {
    candidate: { claimId, claimStatus: 'open', oldReserve, newReserve, sumInsured },
    rulePack: 'rules.reserve',
  };
  const validation = await post('validation/tool.reserve.validate', validated);
  const action = await post('action-staging/tool.reserve.stage', {
    action: {
      kind: 'action.reserve.change',
      targetSor: 'sor.policy-admin',
      targetRef: claimId,
      payload: { ...newReserve, reason },
    },
    basis: claim.receipt.eventId,
    rationale,
    evidence: [
      { event: policy.receipt.eventId },
      { event: validation.receipt.eventId, arguments: validated, result: validation.result },
    ],
  });
  const subject = { kind: 'Action', id: action.result['id'] };
  const task = await post('approval-request/tool.reserve.request-approval', {
    subject,
    queue: 'queue.claims-approvals',
    sla,
  });
  return task.result['id'] ?? '';
}
