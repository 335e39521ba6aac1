import { hashOf } from '../values/canonical.ts';
import type { LedgerSlot, Permissioned } from '../call.ts';
import { effectClasses } from '../effects.ts';
import { keySpaceHash, ownKey } from './keys.ts';

/**
 * Where a call's record stands. Key space: principal, tool id without version, key, and the run for classes without
 * effects. Fingerprint: arguments, tool major, purpose. Without a key from outside, a portless call derives one from all
 * that it is a function of, a call with an effect is issued one from run and arguments, and any other is a fresh dispatch
 * each time. Sent as Idempotency-Key, an issued key finds the same slot.
 */
export function slotOf(call: Permissioned<unknown>, ports: readonly string[], engine: string): LedgerSlot {
  const { record, caller } = call;
  const effects = effectClasses[record.effectClass].effects.length > 0;
  const portless = ports.length === 0 && !effects;
  const name = call.key ?? (effects ? issuedKey(call) : undefined);
  const key = name === undefined ? (portless ? derivedKey(call, engine) : undefined) : `key:${name}`;
  const keySpace =
    key === undefined
      ? undefined
      : keySpaceHash({
          principal: `${caller.kind}:${caller.id}`,
          tool: record.id,
          key,
          ...(effects || call.runId === undefined ? {} : { run: call.runId }),
        });
  return {
    key: keySpace === undefined ? ownKey(record.function, call.id) : `${record.function}#${keySpace}`,
    keySpace,
    keyName: name,
    fingerprint: hashOf({ args: call.argsHash, major: record.version.split('.')[0] ?? '', purpose: call.purposeOfUse }),
    recallsFirst: keySpace !== undefined && ports.length > 0 && !effects,
    keepsResult: !portless,
  };
}

/** Of the form of an Idempotency-Key: its caller may send it. */
const issuedKey = ({ runId, argsHash }: Permissioned<unknown>): string =>
  `args:${hashOf({ run: runId ?? '', args: argsHash })}`;

function derivedKey({ argsHash, purposeOfUse, record, pins }: Permissioned<unknown>, engine: string): string {
  return `derived:${hashOf({ argsHash, purpose: purposeOfUse, version: record.version, pins, engine })}`;
}
