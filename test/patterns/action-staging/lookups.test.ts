import { describe, expect, it } from 'vitest';
import { actionKind, type ActionKind } from '../../../contract/artefacts/action-kind.ts';
import { kind } from '../artefacts.ts';
import { failureOf } from '../failures.ts';
import { recordOf } from '../records.ts';
import { attached, lookedUp, payload, stage, validated, verdict } from './staged.ts';

const lookups: ActionKind['lookups'] = {
  policy: { tools: ['tool.policy.lookup'], maxAgeSeconds: 900, identifier: '/policyId' },
};
const validations: ActionKind['validations'] = [
  {
    tool: 'tool.reserve.validate',
    accepts: ['pass'],
    binds: [
      { candidate: '/amount', payload: '/reserve/amount' },
      { candidate: '/sumInsured', lookup: 'policy', object: '/sumInsured' },
    ],
  },
];

const basis = lookedUp({ result: { object: { id: 'C-1', policyId: 'P-1', reserve: { amount: '800.00' } } } });
const policy = (id: string, more: { at?: string; sumInsured?: string; tool?: string; version?: string } = {}) =>
  recordOf({
    tool: more.tool ?? 'tool.policy.lookup',
    function: 'lookup',
    args: { identifier: id },
    result: {
      status: 'found',
      object: { policyId: id, sumInsured: more.sumInsured ?? '5000.00' },
      sourceVersion: more.version ?? '"3"',
      source: { sor: 'sor.admin', resource: 'policy', identifier: id },
    },
    keepsResult: true,
    ...(more.at === undefined ? {} : { at: more.at }),
  });

const staging = (cited: readonly ReturnType<typeof policy>[], sumInsured = '5000.00', rules = validations) => {
  const candidate = { amount: payload.reserve.amount, sumInsured };
  const pass = validated(candidate);
  return {
    basis,
    kind: { lookups, ...(rules && { validations: rules }) },
    cited: [...cited, pass],
    evidence: [
      ...cited.map(({ receipt }) => ({ event: receipt.eventId })),
      { event: pass.receipt.eventId, arguments: { candidate, rulePack: 'rules.reserve' }, result: verdict },
    ],
  };
};

describe('An Action that relies on a second looked-up record', () => {
  it('An Action keeps the reference and version of the policy that it relies on, and shows the approver the policy as it was read', async () => {
    const seen = policy('P-1');
    const { effect } = await stage(staging([seen]));
    expect(effect?.row.lookups).toEqual({
      policy: { eventId: seen.event.eventId, sor: 'sor.admin', resource: 'policy', ref: 'P-1', version: '"3"' },
    });
    expect((await attached(staging([seen]))).case.lookups).toMatchObject({
      policy: { tool: 'tool.policy.lookup', object: { sumInsured: '5000.00' } },
    });
  });

  it.each([
    ['the caller cites no lookup of a policy', []],
    ['the cited lookup is of another policy than the target names', [policy('P-2')]],
    ['the policy was looked up by a tool that the kind does not name', [policy('P-1', { tool: 'tool.party.lookup' })]],
  ])('An Action that relies on a policy is refused with basis.unfit if %s', async (_why, cited) => {
    expect(await failureOf(() => stage(staging(cited)))).toMatchObject({ code: 'basis.unfit', pointer: '/evidence' });
  });

  it('An Action is refused with basis.too_old if its lookup of the policy is older than the kind allows', async () => {
    const old = policy('P-1', { at: '2026-02-03T09:44:59.999Z' });
    expect(await failureOf(() => stage(staging([old])))).toMatchObject({ code: 'basis.too_old', pointer: '/evidence' });
  });

  it('If a caller cites several lookups of the policy, the Action relies on the newest', async () => {
    const [older, newer] = [policy('P-1', { at: '2026-02-03T09:50:00.000Z' }), policy('P-1', { version: '"4"' })];
    const { effect } = await stage(staging([newer, older]));
    expect(effect?.row.lookups?.['policy']?.version).toBe('"4"');
  });

  it('An Action is refused with evidence.mismatch if its validation judged another sum insured than the cited policy has', async () => {
    const seen = [policy('P-1', { sumInsured: '5000.00' })];
    expect(await failureOf(() => stage(staging(seen, '900000.00')))).toMatchObject({ code: 'evidence.mismatch' });
  });

  it('An action kind is refused if its validation binds a lookup that the kind does not declare', () => {
    const { lookups: _none, ...without } = { ...kind, lookups, validations };
    expect(actionKind.safeParse({ ...kind, lookups, validations }).success).toBe(true);
    expect(actionKind.safeParse(without).error?.issues[0]?.message).toContain('the lookup policy');
  });
});
