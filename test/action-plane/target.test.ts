import { describe, expect, it } from 'vitest';
import { targetSeen } from '../../action-plane/target.ts';
import type { SorAnswer } from '../../contract/ports.ts';
import { sor } from '../support/plane.ts';

const target = { sor: sor.id, resource: 'claim', ref: 'CLM-1', version: '"1"' };
const answer = (status: number, more: { etag?: string; headers?: Record<string, string> } = {}): SorAnswer => ({
  kind: 'answer',
  status,
  headers: {},
  body: '',
  ...more,
});

describe('The comparison of the target', () => {
  it('The target is unchanged if the SoR answers 304, or answers with the same entity tag', () => {
    expect(targetSeen(answer(304), target, sor).seen).toBe('unchanged');
    expect(targetSeen(answer(200, { etag: '"1"' }), target, sor).seen).toBe('unchanged');
  });

  it('The target has changed if its entity tag is different, weak or missing', () => {
    for (const etag of ['"2"', 'W/"1"']) expect(targetSeen(answer(200, { etag }), target, sor).seen).toBe('changed');
    expect(targetSeen(answer(200), target, sor).seen).toBe('changed');
  });

  it.each([404, 410])('The target is gone if the SoR answers %i', (status) => {
    expect(targetSeen(answer(status), target, sor)).toEqual({ seen: 'changed', reason: 'target.gone' });
  });

  it('If the SoR is unreachable, refuses, fails or redirects, it is unknown whether the target has changed', () => {
    expect(targetSeen({ kind: 'unavailable', reason: 'outbound.timeout' }, target, sor).seen).toBe('unknown');
    for (const status of [204, 401, 403, 429, 500, 503]) {
      expect(targetSeen(answer(status), target, sor).seen, String(status)).toBe('unknown');
    }
  });

  it('If a replica lags too far, or does not say how far, it is unknown whether the target has changed', () => {
    const replica = { ...sor, replica: { lagHeader: 'X-Lag', maxLagSeconds: 5 } };
    const lag = (seconds: string) => targetSeen(answer(304, { headers: { 'x-lag': seconds } }), target, replica).seen;
    expect([lag('5'), lag('6'), lag('unknown')]).toEqual(['unchanged', 'unknown', 'unknown']);
    expect(targetSeen(answer(304), target, replica).seen).toBe('unknown');
  });
});
