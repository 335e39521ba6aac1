import { canonicalJson, hashOf, sha256 } from '../../contract/values/canonical.ts';
import { eventId, newUuid } from '../../contract/dispatch/keys.ts';
import type { DispatchRecord } from '../../contract/system.ts';

/**
 * Makes the record of a dispatch as the ledger keeps it. It has the result only if the call had a port, and otherwise
 * its hash.
 */
export function recordOf(dispatch: {
  readonly tool: string;
  readonly function: string;
  readonly args: unknown;
  readonly result: unknown;
  readonly at?: string;
  readonly keepsResult?: boolean;
  readonly keepsArguments?: boolean;
}): DispatchRecord {
  const uuid = newUuid();
  const { tool, args, result, at = '2026-02-03T09:59:00.000Z' } = dispatch;
  const receipt = {
    eventId: eventId(`${dispatch.function}#${sha256(uuid)}`, uuid),
    tool,
    version: '1.0.0',
    engine: 'engine-1',
    argsHash: hashOf(args),
    resultHash: hashOf(result),
    exceptionsHash: hashOf([]),
    policies: [],
    pins: {},
    markings: [],
  };
  const { engine: _, ...facts } = receipt;
  return {
    fingerprint: sha256(uuid),
    receipt,
    event: {
      ...facts,
      kind: 'dispatch',
      function: dispatch.function,
      at,
      actor: { kind: 'agent', id: 'claims-agent', name: 'claims-agent' },
      release: 'release-1',
      outcome: 'answered',
      durationMillis: 1,
    },
    ...(dispatch.keepsResult ? { result: canonicalJson(result), exceptions: '[]' } : {}),
    ...(dispatch.keepsArguments ? { arguments: canonicalJson(args) } : {}),
  };
}
