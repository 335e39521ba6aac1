import { describe, expect, it } from 'vitest';
import { settlesWithin, verdictOn } from '../../action-plane/answer.ts';
import { sor } from '../support/plane.ts';

const verdict = (status: number, attempts = 1): string => verdictOn({ kind: 'answer', status }, { attempts }).to;

describe('what the answer of a system of record makes of an Action', () => {
  it.each([200, 201, 204])('%i is committed', (status) => expect(verdict(status)).toBe('committed'));

  it('412 is voided: nothing was changed', () => expect(verdict(412)).toBe('voided'));

  it.each([400, 403, 404, 409, 422, 428])('%i is failed', (status) => expect(verdict(status)).toBe('failed'));

  it.each([202, 304, 408, 425, 429, 500, 502, 503, 504])(
    '%i may or may not have been applied, so it is looked up before anything is sent again',
    (status) => expect(verdict(status)).toBe('outcome_unknown'),
  );

  it('401 is tried again while the credential may just have been rotated, then failed', () => {
    expect([1, 2, 3].map((attempts) => verdict(401, attempts))).toEqual(['approved', 'approved', 'failed']);
  });

  it('no answer is outcome_unknown, whatever the attempt', () => {
    const sent = { kind: 'no_answer', reason: 'outbound.timeout' } as const;
    for (const attempts of [1, 64]) expect(verdictOn(sent, { attempts }).to).toBe('outcome_unknown');
  });

  it('what was proved not to be sent is sent again, at most 64 times', () => {
    const sent = { kind: 'not_sent', reason: 'outbound.unreachable' } as const;
    expect(verdictOn(sent, { attempts: 63 }).to).toBe('approved');
    expect(verdictOn(sent, { attempts: 64 }).to).toBe('failed');
  });

  it('an SoR that cannot be asked for a change, or promises no time, settles never', () => {
    const { changes: _changes, ...unasked } = sor;
    const { settlesWithinMillis: _millis, ...unpromised } = sor;
    expect([sor, unasked, unpromised].map(settlesWithin)).toEqual([2000, undefined, undefined]);
  });
});
