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

describe('the answer of a system of record to a change', () => {
  it.each([200, 201, 204])('%i commits the Action at once', (status) => {
    expect([sor, blindSor].map((of) => verdict(status, of))).toEqual(['committed', 'committed']);
  });

  it.each([...refusals, ...ambiguous])(
    '%i is looked up by our reference first: a gateway may answer it although the change was applied',
    (status) => expect(verdict(status)).toBe('outcome_unknown'),
  );

  it('is believed where a blind SoR refuses, and is unknown where it is ambiguous', () => {
    expect(refusals.map((status) => verdict(status, blindSor))).toEqual(
      refusals.map((status) => (status === 412 ? 'voided' : 'failed')),
    );
    expect(new Set(ambiguous.map((status) => verdict(status, blindSor)))).toEqual(new Set(['outcome_unknown']));
  });

  it('is outcome_unknown where there is none, whatever the attempt', () => {
    const sent = { kind: 'no_answer', reason: 'outbound.timeout' } as const;
    for (const attempts of [1, 64]) expect(verdictOn(sent, { attempts }, sor).to).toBe('outcome_unknown');
  });

  it('is not waited for where nothing was sent: the change is sent again, at most 64 times', () => {
    const sent = { kind: 'not_sent', reason: 'outbound.unreachable' } as const;
    expect(verdictOn(sent, { attempts: 63 }, sor).to).toBe('approved');
    expect(verdictOn(sent, { attempts: 64 }, sor).to).toBe('failed');
  });
});

describe('a change that is proved absent', () => {
  it('ends by the refusal that was answered: 412 voids the Action, any other fails it', () => {
    expect(refusals.filter((status) => status !== 401).map((status) => absent(status))).toEqual(
      refusals.filter((status) => status !== 401).map((status) => (status === 412 ? 'voided' : 'failed')),
    );
  });

  it('is sent again after a 401 while the credential may just have been rotated, then fails', () => {
    expect([1, 2, 3].map((attempts) => absent(401, attempts))).toEqual(['approved', 'approved', 'failed']);
  });

  it('is sent again after an ambiguous answer or none, at most 64 times', () => {
    expect(new Set(ambiguous.map((status) => absent(status)))).toEqual(new Set(['approved']));
    expect([63, 64].map((attempts) => verdictOnAbsence({ attempts }).to)).toEqual(['approved', 'failed']);
  });
});

describe('an absence proves something', () => {
  it('only of an SoR that can be asked for a change and promises a time', () => {
    const { settlesWithinMillis: _millis, ...unpromised } = sor;
    expect([sor, blindSor, unpromised].map(settlesWithin)).toEqual([2000, undefined, undefined]);
  });
});
