import { describe, expect, it } from 'vitest';
import { actionKind } from '../../../contract/artefacts/action-kind.ts';
import { kind } from '../../patterns/artefacts.ts';

const refusedAt = (file: unknown): readonly string[] =>
  actionKind.safeParse(file).error?.issues.map(({ path }) => path.join('/')) ?? [];

describe('An action kind’s file', () => {
  it('The action kind that the tests use is valid', () => {
    expect(refusedAt(kind)).toEqual([]);
  });

  it('In an action kind’s file, each required validation must be bound to the payload', () => {
    const validation = { tool: 'tool.reserve.validate', accepts: ['pass'], binds: [] };
    expect(refusedAt({ ...kind, validations: [validation] })).toEqual(['validations/0/binds']);
    const targetAlone = { ...validation, binds: [{ candidate: '/a', object: '/a' }] };
    expect(refusedAt({ ...kind, validations: [targetAlone] })).toEqual(['validations/0/binds']);
    const both = { ...validation, binds: [{ candidate: '/a', payload: '/a' }, ...targetAlone.binds] };
    expect(refusedAt({ ...kind, validations: [both] })).toEqual([]);
    const accepting = { ...validation, accepts: ['block'], binds: [{ candidate: '/a', payload: '/a' }] };
    expect(refusedAt({ ...kind, validations: [accepting] })).toEqual(['validations/0/accepts/0']);
  });

  it.each([
    ['approval/quorum', { approval: { ...kind.approval, quorum: 0 } }],
    ['approval/queues', { approval: { ...kind.approval, queues: [] } }],
    ['basis/tools', { basis: { ...kind.basis, tools: [] } }],
    ['shows', { shows: [] }],
    ['shows/0/payload', { shows: [{ label: 'Reserve', payload: 'amount', object: '/amount' }] }],
    ['stagedForSeconds', { stagedForSeconds: 0 }],
  ])('An action kind’s file with a wrong value at %s is refused at that path', (path, more) => {
    expect(refusedAt({ ...kind, ...more })).toEqual([path]);
  });
});
