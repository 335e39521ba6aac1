import type { AuditEvent } from '../../contract/audit.ts';
import { memberClass } from '../../contract/audit-members.ts';
import { canonicalJson, hmac } from '../../contract/values/canonical.ts';

/**
 * Returns the event in the form for the audit table: hashes of values are replaced by HMACs with the tenant's key, and
 * all other members are unchanged.
 */
export function blinded(event: AuditEvent, key: string): AuditEvent {
  const members = Object.entries(event).map(([name, value]: [string, unknown]) =>
    memberClass(event.kind, name) === 'hash'
      ? ([name, hmac(key, typeof value === 'string' ? value : canonicalJson(value))] as const)
      : ([name, value] as const),
  );
  return Object.fromEntries(members) as unknown as AuditEvent;
}
