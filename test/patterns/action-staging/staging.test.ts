import { describe, expect, it } from 'vitest';
import { hashOf, sha256 } from '../../../contract/values/canonical.ts';
import { actionId } from '../../../contract/dispatch/keys.ts';
import { sor } from '../artefacts.ts';
import { factsOf } from '../facts.ts';
import { failureOf } from '../failures.ts';
import { attached, lookedUp, payload, stage } from './staged.ts';

describe('staging', () => {
  it('makes and answers one Action in state staged, whose id is the hash of the key space', async () => {
    const call = factsOf();
    const basis = lookedUp();
    const { result, effect, decision } = await stage({ basis, call });
    expect(effect?.row).toEqual({
      id: actionId(call.keySpace ?? ''),
      state: 'staged',
      version: 1,
      kind: 'action.reserve-change',
      kindVersion: '1.2.0',
      release: 'release-1',
      tool: 'tool.test',
      toolVersion: '1.0.0',
      requester: { kind: 'agent', id: 'claims-agent', name: 'claims-agent' },
      owner: 'adjuster',
      runId: 'run-0123456789abcdef',
      purpose: 'claims.adjustment',
      idempotencyKey: 'key-0123456789abcdef',
      target: { sor: 'sor.admin', resource: 'claim', ref: 'C-1', version: '"7"' },
      payloadHash: hashOf(payload),
      caseHash: effect?.attachments[1]?.hash,
      authoring: {
        eventId: call.eventId,
        basis: basis.receipt.eventId,
        at: '2026-02-03T10:00:00.000Z',
        policies: ['permit.claims'],
        pins: call.pins,
      },
      approval: { queues: ['queue.reserves'], quorum: 2 },
      markings: ['pii.medium'],
      stagedAt: '2026-02-03T10:00:00.000Z',
      stagedUntil: '2026-02-06T10:00:00.000Z',
      round: 1,
      attempts: 0,
      reconciliations: 0,
    });
    expect(result).toMatchObject({ id: effect?.row.id, state: 'staged', target: effect?.row.target });
    expect(decision).toEqual({ actionId: effect?.row.id, basis: basis.receipt.eventId });
  });

  it('attaches payload and case under the hash of their text', async () => {
    const { effect } = await stage();
    expect(effect?.attachments.map(({ text }) => sha256(text))).toEqual([
      effect?.row.payloadHash,
      effect?.row.caseHash,
    ]);
  });

  it('keeps the rationale, the recorded basis, and old beside new values as the kind shows them', async () => {
    const basis = lookedUp();
    expect((await attached({ basis, rationale: 'Because.' })).case).toEqual({
      rationale: 'Because.',
      basis: {
        eventId: basis.receipt.eventId,
        tool: 'tool.claim.lookup',
        version: '1.0.0',
        object: { id: 'C-1', reserve: { amount: '800.00', currency: 'TRY' } },
      },
      evidence: [],
      drafts: {},
      changes: [
        { label: 'Reserve', from: '800.00', to: '1000.00' },
        { label: 'Note', from: null, to: 'Expertise is in' },
      ],
    });
  });

  it('keeps the groups of a human requester, and none of an agent', async () => {
    const { principal } = factsOf();
    const human = factsOf({ principal: { ...principal, kind: 'human', groups: ['adjusters'] } });
    expect((await stage({ call: human })).effect?.row.requesterGroups).toEqual(['adjusters']);
    expect((await stage()).effect?.row).not.toHaveProperty('requesterGroups');
  });

  it('If the target is not the kind’s, it is refused', async () => {
    expect(await failureOf(() => stage({ sor: { ...sor, id: 'sor.other' } }))).toMatchObject({
      code: 'arguments.invalid',
      pointer: '/action/targetSor',
    });
  });

  it('If the SoR file does not declare the mutation, it is refused', async () => {
    expect((await failureOf(() => stage({ kind: { mutation: 'toString' } }))).code).toBe('ref.unknown');
  });

  it('If payload and case together are over 2 MB, it is refused before any effect', async () => {
    const note = 'x'.repeat(2 * 1024 * 1024);
    const refused = await failureOf(() => stage({ action: { payload: { ...payload, note } } }));
    expect(refused.code).toBe('result.too_large');
  });

  it.each([
    ['run', 'run.required'],
    ['keySpace', 'key.required'],
  ] as const)('If the call has no %s, it is refused', async (member, code) => {
    expect((await failureOf(() => stage({ call: { ...factsOf(), [member]: undefined } }))).code).toBe(code);
  });
});

describe('the basis of an Action', () => {
  it.each<[string, Parameters<typeof lookedUp>[0]]>([
    ['is of a tool that the kind does not name', { tool: 'tool.policy.lookup' }],
    ['has found nothing', { result: { status: 'not_found' } }],
    ['keeps no result', { keepsResult: false }],
    ['is of another record', { result: { source: { sor: 'sor.admin', resource: 'claim', identifier: 'C-2' } } }],
    ['is of another resource', { result: { source: { sor: 'sor.admin', resource: 'policy', identifier: 'C-1' } } }],
    ['is of another SoR', { result: { source: { sor: 'sor.other', resource: 'claim', identifier: 'C-1' } } }],
    ['has a weak version', { result: { sourceVersion: 'W/"7"' } }],
    ['has a version that is no text', { result: { sourceVersion: 7 } }],
  ])('is refused if it %s', async (_, lookup) => {
    expect(await failureOf(() => stage({ basis: lookedUp(lookup) }))).toMatchObject({
      code: 'basis.unfit',
      pointer: '/basis',
    });
  });

  it('is refused if its source has no versions', async () => {
    const basis = lookedUp();
    const { sourceVersion: _, ...unversioned } = JSON.parse(basis.result ?? '') as Record<string, unknown>;
    const refused = await failureOf(() => stage({ basis: { ...basis, result: JSON.stringify(unversioned) } }));
    expect(refused.code).toBe('basis.unfit');
  });

  it('may be as old as the kind says, and not older', async () => {
    const aged = (at: string) => stage({ basis: lookedUp({ at }) });
    expect((await aged('2026-02-03T09:45:00.000Z')).result.state).toBe('staged');
    expect((await failureOf(() => aged('2026-02-03T09:44:59.999Z'))).code).toBe('basis.too_old');
  });

  it('is refused if its age is unknown', async () => {
    expect((await failureOf(() => stage({ basis: lookedUp({ at: 'yesterday' }) }))).code).toBe('basis.too_old');
  });
});
