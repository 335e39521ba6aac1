import { describe, expect, it } from 'vitest';
import { auditLockOf } from '../../lib/audit-lock.ts';

describe('The lock of the audit log', () => {
  it.each([
    [{}, { mode: 'governance', years: 10 }],
    [
      { auditLock: 'governance', auditYears: '3' },
      { mode: 'governance', years: 3 },
    ],
    [{ auditLock: 'compliance' }, { mode: 'compliance', years: 10 }],
    [{ auditYears: 7 }, { mode: 'governance', years: 7 }],
    [{ auditLock: 'none' }, 'none'],
  ])('The context %j sets the lock %j', (values, lock) => {
    expect(auditLockOf(values, false)).toEqual(lock);
  });

  it('The local cloud has no lock, and refuses one', () => {
    expect([auditLockOf({}, true), auditLockOf({ auditLock: 'none' }, true)]).toEqual(['none', 'none']);
    expect(() => auditLockOf({ auditLock: 'governance' }, true)).toThrow('does not lock objects');
  });

  it.each([
    [{ auditLock: 'Compliance' }, '-c auditLock is "Compliance". Use governance, compliance or none'],
    [{ auditLock: true }, '-c auditLock is true. Use governance, compliance or none'],
    [{ auditLock: 'none', auditYears: '10' }, 'Remove -c auditYears'],
    [{ auditYears: '0' }, '-c auditYears is "0". Use a whole number of years from 1 to 100'],
    [{ auditYears: '1.5' }, 'whole number of years'],
    [{ auditYears: '101' }, 'whole number of years'],
    [{ auditYears: 'ten' }, 'whole number of years'],
  ])('The context %j is refused: %s', (values, message) => {
    expect(() => auditLockOf(values, false)).toThrow(message);
  });
});
