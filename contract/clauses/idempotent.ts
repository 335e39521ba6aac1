import type { DispatchEvent, Receipt } from '../audit.ts';
import { NotJson, canonicalJson, sha256 } from '../canonical.ts';
import type { Concluded, LedgerSlot, Permissioned } from '../call.ts';
import { effectClasses, type EffectClass, type PortName } from '../effects.ts';
import { Failure } from '../failures.ts';
import { sizeLimits } from '../functions.ts';
import { actorOf } from '../identity.ts';
import { eventId, ownEventId } from '../keys.ts';
import { covers, expand, join, type Marking } from '../markings.ts';
import type { CallFacts, Input, Pattern, Product, RefSlots } from '../pattern.ts';
import type { DispatchRecord, Effect, Ports, System } from '../ports.ts';
import { loadRefs, resolveRefs, type Resolved } from '../refs.ts';
import { slotOf } from '../slot.ts';
import { firstError } from './typed.ts';

/**
 * The handler of the chain: execute, check result, size and markings, record in one conditional write; where a record
 * stands already, answer that one. A call that failed did nothing and bound nothing. The spec's 9.1, Idempotent.
 */
export function idempotent<C extends EffectClass, A, R, Refs extends RefSlots, P extends PortName<C>, S>(
  pattern: Pattern<C, A, R, Refs, P, S>,
  ports: Pick<Ports, P>,
  system: System,
): (call: Permissioned<A>) => Promise<Concluded> {
  const { ledger } = system;

  return async (call) => {
    const slot = slotOf(call, pattern.ports, system.engine);
    if (slot.recallsFirst) {
      const earlier = await ledger.recall(slot.key, slot.fingerprint);
      if (earlier) return replay(call, earlier);
    }
    try {
      return await execute(call, slot);
    } catch (error) {
      const earlier = slot.keySpace === undefined ? undefined : await recallAfter(error, slot);
      if (earlier?.result === undefined) throw error;
      return replay(call, earlier);
    }
  };

  /** A kept answer never fails because the world changed; a key that is bound to another call says so first. */
  async function recallAfter(error: unknown, slot: LedgerSlot): Promise<DispatchRecord | undefined> {
    try {
      return await ledger.recall(slot.key, slot.fingerprint);
    } catch (recalled) {
      if (recalled instanceof Failure && recalled.code === 'key.reused') throw recalled;
      throw error;
    }
  }

  async function execute(call: Permissioned<A>, slot: LedgerSlot): Promise<Concluded> {
    let resolved = call.resolved as Readonly<Record<string, readonly Resolved[]>>;
    // Another call may put the same row first: then look again, and answer what stands.
    for (let round = 0; round < 3; round++) {
      const product = await run(call, slot, resolved);
      const record = conclude(call, slot, product);
      await mustMatch(call, record.result);
      if (system.now() > call.deadlineAt) throw new Failure('deadline.passed', 'the call took longer than it may');
      const recorded = await ledger.record(slot.key, record.kept, product.effect);
      if (recorded.found === 'ours') return answered(call, record);
      if (recorded.found === 'earlier') return replay(call, recorded.record, record);
      ({ slots: resolved } = await resolveRefs(pattern.refs, call, ports));
    }
    throw new Failure('write.conflict', 'another call keeps changing the same row');
  }

  async function run(
    call: Permissioned<A>,
    slot: LedgerSlot,
    resolved: Readonly<Record<string, readonly Resolved[]>>,
  ): Promise<Product<R, Effect>> {
    const refs = await loadRefs(pattern.refs, resolved, call.release);
    const input = { args: call.args, refs, ports, settings: call.record.settings, call: factsFor(call, slot) };
    return system.observer.span(`${call.record.id}.run`, async () => pattern.execute(input as Input<C, A, Refs, P, S>));
  }

  function factsFor(call: Permissioned<A>, slot: LedgerSlot): CallFacts | undefined {
    if (pattern.ports.length === 0 && effectClasses[pattern.effectClass].effects.length === 0) return undefined;
    return {
      id: call.id,
      eventId: eventId(slot.key, call.id),
      at: new Date(call.at).toISOString(),
      atMillis: call.at,
      deadlineAt: call.deadlineAt,
      principal: call.principal,
      run: call.run,
      purpose: call.purposeOfUse,
      release: call.release.id,
      tool: call.record,
      keySpace: slot.keySpace,
      key: call.key,
      policies: call.policies,
      pins: call.pins,
      markings: call.markings,
    };
  }

  function conclude(call: Permissioned<A>, slot: LedgerSlot, product: Product<R, Effect>): Conclusion {
    const result = serialise(product.result, call);
    const exceptions = serialise(product.exceptions ?? [], call);
    const markings = join(call.inForce.markings, call.markings, product.markings ?? []);
    mustCarry(call, markings);
    const receipt: Receipt = {
      eventId: eventId(slot.key, call.id),
      tool: call.record.id,
      version: call.record.version,
      engine: system.engine,
      argsHash: call.argsHash,
      resultHash: sha256(result),
      exceptionsHash: sha256(exceptions),
      policies: call.policies,
      pins: { ...call.pins, ...product.pins },
      markings,
    };
    const event: DispatchEvent & { outcome: 'answered' } = {
      ...eventOf(call, receipt),
      eventId: receipt.eventId,
      outcome: 'answered',
      exceptions: (product.exceptions ?? []).map(({ kind }) => kind),
      ...linkage(product),
    };
    const kept: DispatchRecord = {
      fingerprint: slot.fingerprint,
      event,
      receipt,
      ...(slot.keepsResult ? { result, exceptions } : {}),
      ...(call.run?.replayable && call.argsText.length <= sizeLimits.replayArgumentsBytes
        ? { arguments: call.argsText }
        : {}),
    };
    return { kept, result, exceptions };
  }

  function serialise(value: unknown, call: Permissioned<A>): string {
    let text: string;
    try {
      text = canonicalJson(value);
    } catch (error) {
      if (error instanceof NotJson) throw new Failure('result.invalid', `the result is not JSON: ${error.message}`);
      throw error;
    }
    if (Buffer.byteLength(text) > sizeLimits.resultBytes) {
      throw new Failure(
        'result.too_large',
        `the result of ${call.record.id} is over ${sizeLimits.resultBytes / 1024} KB`,
      );
    }
    return text;
  }

  async function mustMatch(call: Permissioned<A>, result: string): Promise<void> {
    const { response } = await call.release.signature(call.record);
    if (response(JSON.parse(result))) return;
    const { pointer, keyword } = firstError(response);
    throw new Failure(
      'result.invalid',
      `the result breaks the signature at ${pointer === '' ? 'its root' : pointer}: ${keyword}`,
    );
  }

  function answered(call: Permissioned<A>, { kept, result, exceptions }: Conclusion): Concluded {
    const { receipt, event } = kept;
    const body = bodyOf(result, exceptions, receipt);
    return {
      outcome: { body, receipt, eventId: event.eventId, replayed: false },
      event,
      scopes: call.principal.scopes,
      tool: call.record.id,
    };
  }

  /** The recorded receipt and the same bytes: kept, or computed again and held against the recorded hashes. */
  async function replay(call: Permissioned<A>, earlier: DispatchRecord, again?: Conclusion): Promise<Concluded> {
    const result = earlier.result ?? again?.result;
    const exceptions = earlier.exceptions ?? again?.exceptions;
    const { receipt } = earlier;
    if (
      result === undefined ||
      exceptions === undefined ||
      sha256(result) !== receipt.resultHash ||
      sha256(exceptions) !== receipt.exceptionsHash
    ) {
      throw new Failure('replay.diverged', 'the bytes are not those that were recorded');
    }
    mustCarry(call, receipt.markings);
    const event: DispatchEvent = {
      ...eventOf(call, receipt),
      eventId: ownEventId(call.function, call.id),
      outcome: 'replayed',
      replays: receipt.eventId,
      ...(earlier.event.decision === undefined ? {} : { decision: earlier.event.decision }),
      ...(earlier.event.actionId === undefined ? {} : { actionId: earlier.event.actionId }),
    };
    await ledger.note(event);
    const body = bodyOf(result, exceptions, receipt);
    return {
      outcome: { body, receipt, eventId: event.eventId, replayed: true },
      event,
      scopes: call.principal.scopes,
      tool: call.record.id,
    };
  }

  function eventOf(call: Permissioned<A>, receipt: Receipt) {
    const { argsHash, resultHash, exceptionsHash, policies, pins, markings } = receipt;
    return {
      kind: 'dispatch' as const,
      at: new Date(call.at).toISOString(),
      actor: actorOf(call.caller),
      ...(call.runId === undefined ? {} : { runId: call.runId }),
      purpose: call.purposeOfUse,
      release: call.release.id,
      function: call.function,
      tool: call.record.id,
      version: call.record.version,
      verdict: 'allow' as const,
      ...{ argsHash, resultHash, exceptionsHash, policies, pins, markings },
      durationMillis: system.now() - call.at,
    };
  }
}

interface Conclusion {
  readonly kept: DispatchRecord;
  readonly result: string;
  readonly exceptions: string;
}

/** Result markings are held against the caller's clearance and the tool's own, before recording and on every replay. */
function mustCarry<A>(call: Permissioned<A>, markings: readonly Marking[]): void {
  if (!covers(call.principal.clearances, markings)) {
    throw new Failure('marking.exceeds_clearance', 'the result is marked above the clearance of the caller');
  }
  if (!covers(expand(call.inForce.markings, call.record.markings), markings)) {
    throw new Failure('marking.exceeds_tool', 'the result is marked above what the tool may carry');
  }
}

function linkage({ decision, effect }: Product<unknown, Effect>): Pick<DispatchEvent, 'decision' | 'actionId'> {
  const actionId = decision?.actionId ?? (effect?.put === 'Action' ? effect.row.id : effect?.row.actionId);
  return { ...(decision === undefined ? {} : { decision }), ...(actionId === undefined ? {} : { actionId }) };
}

/** Canonical JSON of the answer, put together from texts that are canonical already. */
const bodyOf = (result: string, exceptions: string, receipt: Receipt): string =>
  `{"exceptions":${exceptions},"receipt":${canonicalJson(receipt)},"result":${result}}`;
