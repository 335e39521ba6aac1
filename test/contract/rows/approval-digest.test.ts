import { describe, expect, it } from 'vitest';
import { approvalDigest } from '../../../contract/rows/approval-digest.ts';
import { action } from '../../patterns/approval-request/requested.ts';

const dueAt = '2026-02-03T14:00:00.000Z';

describe('The digest of an approval', () => {
  it.each([
    ['id', { id: 'act-other' }],
    ['kind', { kind: 'action.other' }],
    ['kind version', { kindVersion: '1.2.1' }],
    ['tool', { tool: 'tool.other' }],
    ['tool version', { toolVersion: '1.0.1' }],
    ['payload', { payloadHash: 'other' }],
    ['case with its old values', { caseHash: 'other' }],
    ['target', { target: { ...action.target, ref: 'C-2' } }],
    ['target version', { target: { ...action.target, version: '"8"' } }],
    ['requester', { requester: { ...action.requester, id: 'other' } }],
    ['round', { round: 2 }],
  ])('The digest of an approval covers the %s of the Action', (_, more) => {
    expect(approvalDigest({ ...action, ...more }, dueAt)).not.toBe(approvalDigest(action, dueAt));
  });

  it('The digest of an approval changes with the deadline', () => {
    expect(approvalDigest(action, '2026-02-03T15:00:00.000Z')).not.toBe(approvalDigest(action, dueAt));
  });

  it('The digest of an approval does not change while the Action goes through its states', () => {
    const moved = { ...action, state: 'approved', version: 5, taskId: 'task-1', attempts: 3 } as const;
    expect(approvalDigest(moved, dueAt)).toBe(approvalDigest(action, dueAt));
  });
});
