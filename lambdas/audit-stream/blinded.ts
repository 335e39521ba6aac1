import type { AuditEvent } from '../../contract/audit.ts';
import { memberClass } from '../../contract/audit-members.ts';
import { canonicalJson, hmac } from '../../contract/values/canonical.ts';

/**
 * Returns the event in the form for the audit table: hashes of values are replaced by HMACs with the tenant's key, and
 * all other members are unchanged. Each item of a list is replaced alone.
 */
export function blinded(event: AuditEvent, key: string): AuditEvent {
  const members = Object.entries(event).map(([name, value]: [string, unknown]) =>
    memberClass(event.kind, name) === 'hash'
      ? ([name, Array.isArray(value) ? value.map((one) => hidden(one, key)) : hidden(value, key)] as const)
      : ([name, value] as const),
  );
  return Object.fromEntries(members) as unknown as AuditEvent;
}

const hidden = (value: unknown, key: string): string =>
  hmac(key, typeof value === 'string' ? value : canonicalJson(value));
