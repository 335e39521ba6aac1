import { describe, expect, it } from 'vitest';
import { settlesWithin, verdictOn, verdictOnAbsence } from '../../action-plane/answer.ts';
import type { HttpSor } from '../../contract/artefacts/sor.ts';
import { blindSor, sor } from '../support/plane.ts';

const verdict = (status: number, of: HttpSor = sor, attempts = 1): string =>
  verdictOn({ kind: 'answer', status }, { attempts }, of).to;
const absent = (status: number, attempts = 1): string =>
  verdictOnAbsence({ attempts, sorReceipt: { status, at: '' } }).to;

const refusals = [400, 401, 403, 404, 409, 412, 422, 428];
const ambiguous = [202, 302, 304, 408, 425, 429, 500, 502, 503, 504];

describe('The answer of an SoR to a change', () => {
  it.each([200, 201, 204])('The status %i commits the Action at once', (status) => {
    expect([sor, blindSor].map((of) => verdict(status, of))).toEqual(['committed', 'committed']);
  });

  it.each([...refusals, ...ambiguous])(
    'After the status %i the outcome is unknown until the change is looked up, because the SoR may have applied it',
    (status) => expect(verdict(status)).toBe('outcome_unknown'),
  );

  it('If a blind SoR refuses a change, the Action ends; if the answer of a blind SoR is ambiguous, the outcome is unknown', () => {
    expect(refusals.map((status) => verdict(status, blindSor))).toEqual(
      refusals.map((status) => (status === 412 ? 'voided' : 'failed')),
    );
    expect(new Set(ambiguous.map((status) => verdict(status, blindSor)))).toEqual(new Set(['outcome_unknown']));
  });

  it('If the SoR does not answer, the outcome is unknown, after the first send and after the 64th', () => {
    const sent = { kind: 'no_answer', reason: 'outbound.timeout' } as const;
    for (const attempts of [1, 64]) expect(verdictOn(sent, { attempts }, sor).to).toBe('outcome_unknown');
  });

  it('If an attempt sends nothing, the change is tried again; after 64 attempts in all, the Action fails', () => {
    const sent = { kind: 'not_sent', reason: 'outbound.unreachable' } as const;
    expect(verdictOn(sent, { attempts: 63 }, sor).to).toBe('approved');
    expect(verdictOn(sent, { attempts: 64 }, sor).to).toBe('failed');
  });
});

describe('A change that is proved absent', () => {
  it('If a refused change is proved absent, the Action becomes void after a 412, and fails after any other refusal except a 401', () => {
    expect(refusals.filter((status) => status !== 401).map((status) => absent(status))).toEqual(
      refusals.filter((status) => status !== 401).map((status) => (status === 412 ? 'voided' : 'failed')),
    );
  });

  it('If a change is proved absent after a 401, it is sent again; after three sends in all, the Action fails', () => {
    expect([1, 2, 3].map((attempts) => absent(401, attempts))).toEqual(['approved', 'approved', 'failed']);
  });

  it('If a change is proved absent after an ambiguous or a lost answer, it is sent again; after 64 sends in all, the Action fails', () => {
    expect(new Set(ambiguous.map((status) => absent(status)))).toEqual(new Set(['approved']));
    expect([63, 64].map((attempts) => verdictOnAbsence({ attempts }).to)).toEqual(['approved', 'failed']);
  });
});

describe('The proof that a change is absent', () => {
  it('A change that is not found counts as proved absent only if the SoR can look changes up and declares `settlesWithin`', () => {
    const { settlesWithinMillis: _millis, ...unpromised } = sor;
    expect([sor, blindSor, unpromised].map(settlesWithin)).toEqual([2000, undefined, undefined]);
  });
});
