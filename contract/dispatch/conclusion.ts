import type { DispatchEvent, Receipt } from '../audit.ts';
import { canonicalJson, sha256 } from '../values/canonical.ts';
import type { LedgerSlot, Permissioned } from '../call.ts';
import { Failure } from '../failures.ts';
import { sizeLimits } from '../platform/limits.ts';
import { actorOf } from '../authority/identity.ts';
import { eventId } from './keys.ts';
import { covers, expand, join, type Marking } from '../authority/markings.ts';
import { targetHash } from '../values/target-hash.ts';
import { signatureOf } from '../schema/signature.ts';
import { mismatchOf } from './mismatch.ts';
import type { Executed } from './execution.ts';
import type { DispatchRecord } from '../system.ts';

/** The end of an execution: the record for the ledger, and the bytes of the answer. */
export interface Conclusion {
  readonly kept: DispatchRecord;
  /** Canonical JSON. It is serialised once; the same text is hashed, answered and stored. */
  readonly result: string;
  readonly exceptions: string;
}

/**
 * Checks the result's signature and markings, and makes the record. It writes nothing.
 * @throws Failure `result.invalid`, `marking.*`
 */
export async function conclude(
  call: Permissioned<unknown>,
  { slot, executed }: { readonly slot: LedgerSlot; readonly executed: Executed },
  { engine, now }: { engine: string; now: () => number },
): Promise<Conclusion> {
  const { result, exceptions } = executed;
  mustMatch(call, result);
  const markings = join(call.inForce.markings, call.markings, executed.markings ?? []);
  mustCarry(call, markings);
  const receipt: Receipt = {
    eventId: eventId(slot.key, call.id),
    tool: call.record.id,
    version: call.record.version,
    engine,
    argsHash: call.argsHash,
    resultHash: sha256(result),
    exceptionsHash: sha256(exceptions),
    policies: call.policies,
    pins: { ...call.pins, ...executed.pins },
    markings,
  };
  const event: DispatchRecord['event'] = {
    ...dispatchFacts(call, receipt, now()),
    ...linkage(executed),
    eventId: receipt.eventId,
    outcome: 'answered',
    exceptions: executed.kinds,
  };
  const replayable = call.run?.replayable && Buffer.byteLength(call.argsText) <= sizeLimits.replayArgumentsBytes;
  const kept = {
    fingerprint: slot.fingerprint,
    event,
    receipt,
    ...(slot.keepsResult ? { result, exceptions } : {}),
    ...(replayable ? { arguments: call.argsText } : {}),
  };
  return { kept, result, exceptions };
}

function mustMatch(call: Permissioned<unknown>, result: string): void {
  const value: unknown = JSON.parse(result);
  const findings = signatureOf(call.record).response(value);
  if (findings.length === 0) return;
  const { pointer, keyword } = mismatchOf(findings, call.record.schema.response, value);
  throw new Failure(
    'result.invalid',
    `the result does not match the tool's signature at ${pointer === '' ? 'its root' : pointer}: ${keyword}`,
  );
}

/**
 * Checks that the caller's clearances and the tool's markings cover the markings of a result. It is called before the
 * result is recorded, and before every replay.
 */
export function mustCarry(call: Permissioned<unknown>, markings: readonly Marking[]): void {
  if (!covers(call.principal.clearances, markings)) {
    throw new Failure('marking.exceeds_clearance', 'the result has markings for which the caller has no clearance');
  }
  if (!covers(expand(call.inForce.markings, call.record.markings), markings)) {
    throw new Failure('marking.exceeds_tool', 'the result has markings that the tool does not allow');
  }
}

/** Returns the facts that an answer and its replays have in common. */
export function dispatchFacts(call: Permissioned<unknown>, receipt: Receipt, now: number) {
  const { argsHash, resultHash, exceptionsHash, pins, markings } = receipt;
  return {
    kind: 'dispatch' as const,
    at: new Date(call.at).toISOString(),
    actor: actorOf(call.caller),
    ...call.via,
    ...(call.runId === undefined ? {} : { runId: call.runId }),
    purpose: call.purposeOfUse,
    release: call.release.id,
    function: call.function,
    tool: call.record.id,
    version: call.record.version,
    verdict: 'allow' as const,
    argsHash,
    resultHash,
    exceptionsHash,
    // The PDP is asked again before a replay, so these policies can differ from those in the receipt.
    policies: call.policies,
    policyHashes: call.policyHashes,
    pins,
    markings,
    durationMillis: now - call.at,
  };
}

function linkage({ decision, effect, targets }: Executed): Pick<DispatchEvent, 'decision' | 'actionId' | 'targets'> {
  const { actionId = effect?.put === 'Action' ? effect.row.id : effect?.row.actionId, ...linked } = decision ?? {};
  return {
    ...(decision === undefined ? {} : { decision: linked }),
    ...(actionId === undefined ? {} : { actionId }),
    ...(targets === undefined ? {} : { targets: targets.map(targetHash) }),
  };
}

/** Joins texts that are already canonical JSON into the canonical JSON of the answer. */
export const answerBodyOf = (result: string, exceptions: string, receipt: Receipt): string =>
  `{"exceptions":${exceptions},"receipt":${canonicalJson(receipt)},"result":${result}}`;
