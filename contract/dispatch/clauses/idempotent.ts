import type { DispatchEvent, Receipt } from '../../audit.ts';
import { canonicalJson, sha256 } from '../../values/canonical.ts';
import type { Concluded, LedgerSlot, Permissioned } from '../../call.ts';
import { answerBodyOf, conclude, dispatchFacts, mustCarry, type Conclusion } from '../conclusion.ts';
import { effectClasses, type EffectClass, type PortName } from '../../effects.ts';
import { Failure } from '../../failures.ts';
import { eventId, ownEventId } from '../keys.ts';
import type { CallFacts, Pattern, RefSlots } from '../../pattern.ts';
import type { DispatchRecord, System } from '../../system.ts';
import type { Execute, Executed } from '../execution.ts';
import { inTime } from '../in-time.ts';
import { resolveRefs, type RefReaders, type ResolvedRef } from '../refs.ts';
import { slotOf } from '../slot.ts';

type Slots = Readonly<Record<string, readonly ResolvedRef[]>>;
/**
 * The number of attempts. If another call writes the same Action or Task first, this call resolves its references again
 * and executes the pattern again.
 */
const maxRounds = 3;
const late = { code: 'deadline.passed', detail: 'the call did not end before its deadline' } as const;

/**
 * Returns the handler of the chain. It executes the pattern, checks the result, its size and its markings, and then
 * writes everything in one conditional write. If a record exists already, the answer comes from that record. A failed
 * call has no effect, and its key can be used again (docs/spec.md, 9.1, Idempotent).
 */
export function idempotent<
  Class extends EffectClass,
  Args,
  Result,
  Refs extends RefSlots,
  Port extends PortName<Class>,
  Settings,
>(
  pattern: Pattern<Class, Args, Result, Refs, Port, Settings>,
  { readers, execute: executeElsewhere }: { readonly readers: RefReaders; readonly execute: Execute },
  system: System,
): (call: Permissioned<Args>) => Promise<Concluded> {
  const { ledger, now } = system;
  /**
   * Limits the time for a request to the ledger. After a timeout nobody knows if the write was done; the caller retries
   * and gets the record if there is one.
   */
  const answeredBy = <T>(call: Permissioned<Args>, work: Promise<T>): Promise<T> =>
    inTime(work, { at: call.deadlineAt, now, code: 'ledger.unanswered', detail: 'the ledger did not answer in time' });

  return async (call) => {
    const slot = slotOf(call, pattern.ports, system.engine);
    const earlier = slot.recallsFirst ? await answeredBy(call, ledger.recall(slot.key, slot.fingerprint)) : undefined;
    if (earlier) return replay(call, earlier);
    try {
      return await execute(call, slot);
    } catch (error) {
      const kept = await recallAfter(error, call, slot);
      if (kept?.result === undefined) throw error;
      return ownAnswer(call, slot, kept) ?? replay(call, kept);
    }
  };

  /**
   * Looks for an earlier record after a failure, so that a stored answer is still returned, even if the source has
   * changed since. A key that belongs to another call is refused first.
   */
  async function recallAfter(
    error: unknown,
    call: Permissioned<Args>,
    slot: LedgerSlot,
  ): Promise<DispatchRecord | undefined> {
    const bound = error instanceof Failure && isAboutKey(error);
    if (bound || slot.keySpace === undefined) return undefined;
    try {
      return await answeredBy(call, ledger.recall(slot.key, slot.fingerprint));
    } catch (recalled) {
      // `key.reused` and `result.erased` tell the caller more about this key than the failure of the new execution
      // does.
      if (recalled instanceof Failure && isAboutKey(recalled)) throw recalled;
      throw error;
    }
  }

  async function execute(call: Permissioned<Args>, slot: LedgerSlot): Promise<Concluded> {
    let resolved = call.resolved as Slots;
    for (let round = 0; round < maxRounds; round++) {
      const executed = await run(call, slot, resolved);
      const conclusion = await conclude(call, { slot, executed }, system);
      if (now() > call.deadlineAt) throw new Failure(late.code, late.detail);
      const recorded = await answeredBy(call, ledger.record(slot.key, conclusion.kept, executed.effect));
      if (recorded.found === 'ours') {
        const { facts } = executed;
        return {
          ...answer(call, conclusion, { event: conclusion.kept.event, replayed: false }),
          ...(facts === undefined ? {} : { facts }),
        };
      }
      if (recorded.found === 'earlier') return replay(call, recorded.record, conclusion);
      ({ slots: resolved } = await inTime(resolveRefs(pattern.refs, call, readers), {
        at: call.deadlineAt,
        now,
        ...late,
      }));
    }
    throw new Failure('write.conflict', 'other calls changed the same row during each of several attempts');
  }

  async function run(call: Permissioned<Args>, slot: LedgerSlot, slots: Slots): Promise<Executed> {
    const execution = {
      tool: call.record.id,
      release: call.release.id,
      args: call.args,
      slots,
      settings: call.record.settings,
      call: factsFor(call, slot),
    };
    return system.observer.span(`${call.record.id}.run`, () =>
      inTime(executeElsewhere(execution, call.deadlineAt), { at: call.deadlineAt, now, ...late }),
    );
  }

  function factsFor(call: Permissioned<Args>, slot: LedgerSlot): CallFacts | undefined {
    const blind = pattern.ports.length === 0 && effectClasses[pattern.effectClass].effects.length === 0;
    return blind ? undefined : callFacts(call, slot);
  }

  /**
   * Returns the recorded receipt and the bytes of the first answer. If these bytes were not stored, they are computed
   * again and must match the recorded hashes.
   */
  async function replay(call: Permissioned<Args>, earlier: DispatchRecord, again?: Conclusion): Promise<Concluded> {
    const { receipt } = earlier;
    const result = earlier.result ?? again?.result ?? '';
    const exceptions = earlier.exceptions ?? again?.exceptions ?? '';
    if (sha256(result) !== receipt.resultHash || sha256(exceptions) !== receipt.exceptionsHash) {
      if (again !== undefined && earlier.result === undefined) mustBeUnderTheSame(receipt, again.kept.receipt);
      throw new Failure('replay.diverged', 'the recomputed result does not match the recorded hash');
    }
    mustCarry(call, receipt.markings);
    const { decision, actionId, exceptions: kinds } = earlier.event;
    const event: DispatchEvent = {
      ...dispatchFacts(call, receipt, system.now()),
      ...(decision === undefined ? {} : { decision }),
      ...(actionId === undefined ? {} : { actionId }),
      ...(kinds === undefined ? {} : { exceptions: kinds }),
      eventId: ownEventId(call.function, call.id),
      outcome: 'replayed',
      replays: receipt.eventId,
    };
    await answeredBy(call, ledger.note(event));
    return answer(call, { kept: earlier, result, exceptions }, { event, replayed: true });
  }
}

const isAboutKey = ({ code }: Failure): boolean => code === 'key.reused' || code === 'result.erased';

/**
 * Refuses the key if the release or the engine build has changed since the record was written. A key that a caller sent
 * is still valid after such a change. But a result that was not stored depends on the release and the build, so
 * different bytes are then no defect of the platform.
 */
function mustBeUnderTheSame(recorded: Receipt, now: Receipt): void {
  const under = ({ engine, pins }: Receipt): string => canonicalJson({ engine, pins });
  if (under(recorded) === under(now)) return;
  throw new Failure(
    'key.reused',
    'the Idempotency-Key was used with other pins or another engine build, and the result was different then',
  );
}

/**
 * Answers with the stored record if this call itself wrote it, but the ledger's answer was lost. This is not a replay,
 * so no second event is written.
 */
function ownAnswer(call: Permissioned<unknown>, slot: LedgerSlot, kept: DispatchRecord): Concluded | undefined {
  const { event, result, exceptions } = kept;
  if (event.eventId !== eventId(slot.key, call.id) || result === undefined) return undefined;
  return answer(call, { kept, result, exceptions: exceptions ?? '[]' }, { event, replayed: false });
}

function answer(
  call: Permissioned<unknown>,
  { kept, result, exceptions }: Conclusion,
  { event, replayed }: { readonly event: DispatchEvent; readonly replayed: boolean },
): Concluded {
  const { receipt } = kept;
  const body = answerBodyOf(result, exceptions, receipt);
  return {
    outcome: { body, receipt, eventId: event.eventId, replayed },
    event,
    scopes: call.principal.scopes,
    tool: call.record.id,
  };
}

const callFacts = (call: Permissioned<unknown>, slot: LedgerSlot): CallFacts => ({
  id: call.id,
  eventId: eventId(slot.key, call.id),
  at: new Date(call.at).toISOString(),
  atMillis: call.at,
  deadlineAt: call.deadlineAt,
  principal: call.principal,
  run: call.run,
  purpose: call.purposeOfUse,
  release: call.release.id,
  tool: { id: call.record.id, version: call.record.version },
  keySpace: slot.keySpace,
  key: slot.keyName,
  policies: call.policies,
  pins: call.pins,
  markings: call.markings,
});
