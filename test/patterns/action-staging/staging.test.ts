import { describe, expect, it } from 'vitest';
import { hashOf, sha256 } from '../../../contract/values/canonical.ts';
import { actionId } from '../../../contract/dispatch/keys.ts';
import { sor } from '../artefacts.ts';
import { factsOf } from '../facts.ts';
import { failureOf } from '../failures.ts';
import { attached, lookedUp, payload, stage } from './staged.ts';

describe('Staging', () => {
  it("Staging creates and returns one Action in the state `staged`, whose id is made from the call's hash `keySpace`", async () => {
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

  it('Staging attaches the payload and the case, each under the SHA-256 hash of its text', async () => {
    const { effect } = await stage();
    expect(effect?.attachments.map(({ text }) => sha256(text))).toEqual([
      effect?.row.payloadHash,
      effect?.row.caseHash,
    ]);
  });

  it.each([
    ['/rationale', { rationale: 'Pay \u202Eyap' }],
    ['/action/targetRef', { action: { targetRef: 'C-1\u200B' } }],
    ['/action/payload/note', { action: { payload: { ...payload, note: '\u001B[2J' } } }],
    ['/evidence/0/arguments/a', { evidence: [{ event: 'e', arguments: { a: '\u2066' } }] }],
  ])(
    'If the text of an agent at %s has invisible or control characters, it is refused, because it could mislead an approver',
    async (pointer, more) => {
      expect(await failureOf(() => stage(more))).toMatchObject({
        code: 'arguments.invalid',
        pointer,
        message: `${pointer}: must not contain control characters, invisible characters or marks of text direction`,
      });
    },
  );

  it('The case of a staged Action holds the rationale, the looked-up object, and the old and new values that the kind shows', async () => {
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

  it('If the target SoR is not the one that the kind names, staging is refused with arguments.invalid', async () => {
    expect(await failureOf(() => stage({ sor: { ...sor, id: 'sor.other' } }))).toMatchObject({
      code: 'arguments.invalid',
      pointer: '/action/targetSor',
    });
  });

  it("If the SoR file does not declare the kind's mutation, staging is refused with ref.unknown", async () => {
    expect((await failureOf(() => stage({ kind: { mutation: 'toString' } }))).code).toBe('ref.unknown');
  });

  it('If payload and case together exceed 2 MB, staging is refused with result.too_large', async () => {
    const note = 'x'.repeat(2 * 1024 * 1024);
    const refused = await failureOf(() => stage({ action: { payload: { ...payload, note } } }));
    expect(refused.code).toBe('result.too_large');
  });

  it.each([
    ['run', 'run.required'],
    ['keySpace', 'key.required'],
  ] as const)('If the call has no %s, staging is refused with %s', async (member, code) => {
    expect((await failureOf(() => stage({ call: { ...factsOf(), [member]: undefined } }))).code).toBe(code);
  });
});

describe('The basis of an Action', () => {
  it.each<[string, Parameters<typeof lookedUp>[0]]>([
    ['is a lookup by a tool that the kind does not name', { tool: 'tool.policy.lookup' }],
    ['has the status not_found', { result: { status: 'not_found' } }],
    ['is a record without a result', { keepsResult: false }],
    [
      'is the lookup of another record',
      { result: { source: { sor: 'sor.admin', resource: 'claim', identifier: 'C-2' } } },
    ],
    [
      'is the lookup of another resource',
      { result: { source: { sor: 'sor.admin', resource: 'policy', identifier: 'C-1' } } },
    ],
    ['is a lookup in another SoR', { result: { source: { sor: 'sor.other', resource: 'claim', identifier: 'C-1' } } }],
    ['has a weak version', { result: { sourceVersion: 'W/"7"' } }],
    ['has a version that is not a string', { result: { sourceVersion: 7 } }],
  ])('The basis of an Action is refused with basis.unfit if it %s', async (_, lookup) => {
    expect(await failureOf(() => stage({ basis: lookedUp(lookup) }))).toMatchObject({
      code: 'basis.unfit',
      pointer: '/basis',
    });
  });

  it('The basis of an Action is refused with basis.unfit if the SoR sent no version', async () => {
    const basis = lookedUp();
    const { sourceVersion: _, ...unversioned } = JSON.parse(basis.result ?? '') as Record<string, unknown>;
    const refused = await failureOf(() => stage({ basis: { ...basis, result: JSON.stringify(unversioned) } }));
    expect(refused.code).toBe('basis.unfit');
  });

  it('The basis of an Action is accepted up to the maximum age of the kind, and refused with basis.too_old after it', async () => {
    const aged = (at: string) => stage({ basis: lookedUp({ at }) });
    expect((await aged('2026-02-03T09:45:00.000Z')).result.state).toBe('staged');
    expect((await failureOf(() => aged('2026-02-03T09:44:59.999Z'))).code).toBe('basis.too_old');
  });

  it('The basis of an Action is refused with basis.too_old if its time cannot be read', async () => {
    expect((await failureOf(() => stage({ basis: lookedUp({ at: 'yesterday' }) }))).code).toBe('basis.too_old');
  });
});
