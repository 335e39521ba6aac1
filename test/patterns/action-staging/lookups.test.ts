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

describe('an Action that rests on a record beside its target', () => {
  it('keeps that record as it was read, so that it is read again, and shows it to the approver', async () => {
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
    ['it is not cited', []],
    ['it is of another policy than the target names', [policy('P-2')]],
    ['it was looked up by a tool that the kind does not name', [policy('P-1', { tool: 'tool.party.lookup' })]],
  ])('is refused if %s', async (_why, cited) => {
    expect(await failureOf(() => stage(staging(cited)))).toMatchObject({ code: 'basis.unfit', pointer: '/evidence' });
  });

  it('is refused if its lookup is older than the kind allows', async () => {
    const old = policy('P-1', { at: '2026-02-03T09:44:59.999Z' });
    expect(await failureOf(() => stage(staging([old])))).toMatchObject({ code: 'basis.too_old', pointer: '/evidence' });
  });

  it('rests on the newest of several lookups', async () => {
    const [older, newer] = [policy('P-1', { at: '2026-02-03T09:50:00.000Z' }), policy('P-1', { version: '"4"' })];
    const { effect } = await stage(staging([newer, older]));
    expect(effect?.row.lookups?.['policy']?.version).toBe('"4"');
  });

  it('is refused if its validation was about a member of another record', async () => {
    const seen = [policy('P-1', { sumInsured: '5000.00' })];
    expect(await failureOf(() => stage(staging(seen, '900000.00')))).toMatchObject({ code: 'evidence.mismatch' });
  });

  it('must have a kind whose validations bind only lookups that the kind names', () => {
    const { lookups: _none, ...without } = { ...kind, lookups, validations };
    expect(actionKind.safeParse({ ...kind, lookups, validations }).success).toBe(true);
    expect(actionKind.safeParse(without).error?.issues[0]?.message).toContain('the lookup policy');
  });
});
