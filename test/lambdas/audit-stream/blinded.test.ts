import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../contract/audit.ts';
import { canonicalJson, hmac, sha256 } from '../../../contract/values/canonical.ts';
import { blinded } from '../../../lambdas/audit-stream/blinded.ts';

const key = 'telemetry';
const hash = sha256('10000000146');
const transition: AuditEvent = {
  kind: 'transition',
  eventId: `commit-send.${'a'.repeat(64)}.0190aaaa-0000-7000-8000-000000000001`,
  at: '2026-01-05T10:00:00.000Z',
  actor: { kind: 'platform', id: 'commit-send', name: 'commit-send' },
  release: 'b'.repeat(64),
  actionId: 'action',
  from: 'committing',
  to: 'committed',
  actionVersion: 4,
  resultHash: hash,
};

describe('An event in the audit table', () => {
  it('An event in the audit table contains HMACs with the tenant’s key in place of plain hashes', () => {
    const kept = blinded(transition, key);
    expect(JSON.stringify(kept)).not.toContain(hash);
    expect(kept).toEqual({ ...transition, resultHash: hmac(key, hash) });
  });

  it('A member of an event that this build does not know is stored as an HMAC, because it may contain anything', () => {
    const later = { ...transition, insuredHash: hash, insured: { name: 'Ayşe' } } as unknown as AuditEvent;
    expect(blinded(later, key)).toMatchObject({
      insuredHash: hmac(key, hash),
      insured: hmac(key, canonicalJson({ name: 'Ayşe' })),
    });
  });
});
