import { hashOf } from '../values/canonical.ts';
import type { LedgerSlot, Permissioned } from '../call.ts';
import { effectClasses } from '../effects.ts';
import { keySpaceHash, ownKey } from './keys.ts';

/**
 * The slot of a call's record. Key space: principal, tool id without version, key, and the run for classes without
 * effects. Fingerprint: arguments, major version of the tool, purpose. If the caller sends no key: a call without ports
 * derives one from everything that its result depends on, a call with an effect gets one issued from run and arguments,
 * and any other call is a new dispatch each time. An issued key that is sent as Idempotency-Key finds the same slot.
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

/** Has the form of an Idempotency-Key, so that the caller may send it. */
const issuedKey = ({ runId, argsHash }: Permissioned<unknown>): string =>
  `args:${hashOf({ run: runId ?? '', args: argsHash })}`;

function derivedKey({ argsHash, purposeOfUse, record, pins }: Permissioned<unknown>, engine: string): string {
  return `derived:${hashOf({ argsHash, purpose: purposeOfUse, version: record.version, pins, engine })}`;
}
