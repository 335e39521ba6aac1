import { hashOf } from '../values/canonical.ts';
import type { LedgerSlot, Permissioned } from '../call.ts';
import { effectClasses } from '../effects.ts';
import { keySpaceHash, ownKey } from './keys.ts';

/**
 * Returns the slot of a call's record.
 * The key space is made of principal, tool id without version, key, and the run for classes without effects. The
 * fingerprint is made of arguments, major version of the tool, and purpose.
 * If the caller sends no key, three cases differ. A call without ports derives a key from everything that its result
 * depends on. A call with an effect gets a key that the platform issues from run and arguments; a caller that sends the
 * issued key finds the same slot. Any other call is a new dispatch each time.
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
    recallsFirst: keySpace !== undefined && !portless,
    keepsResult: !portless,
  };
}

/** Returns the key that the platform issues. It is a valid Idempotency-Key, so the caller may send it. */
const issuedKey = ({ runId, argsHash }: Permissioned<unknown>): string =>
  `args:${hashOf({ run: runId ?? '', args: argsHash })}`;

function derivedKey({ argsHash, purposeOfUse, record, pins }: Permissioned<unknown>, engine: string): string {
  return `derived:${hashOf({ argsHash, purpose: purposeOfUse, version: record.version, pins, engine })}`;
}
