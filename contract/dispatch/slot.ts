import { hashOf } from '../values/canonical.ts';
import type { LedgerSlot, Permissioned } from '../call.ts';
import { effectClasses } from '../effects.ts';
import { keySpaceHash, ownKey } from './keys.ts';

/**
 * Where a call's record stands. Key space: principal, tool id without version, key, and the run for classes without
 * effects. Fingerprint: arguments, tool major, purpose. Without a key from outside, a portless call derives one from all
 * that it is a function of, a call with an effect from run and arguments, and any other is a fresh dispatch each time.
 */
export function slotOf(call: Permissioned<unknown>, ports: readonly string[], engine: string): LedgerSlot {
  const { record, caller } = call;
  const effects = effectClasses[record.effectClass].effects.length > 0;
  const portless = ports.length === 0 && !effects;
  const key = call.key === undefined ? derivedKey(call, { portless, effects }, engine) : `key:${call.key}`;
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
    fingerprint: hashOf({ args: call.argsHash, major: record.version.split('.')[0] ?? '', purpose: call.purposeOfUse }),
    recallsFirst: keySpace !== undefined && ports.length > 0 && !effects,
    keepsResult: !portless,
  };
}

function derivedKey(
  call: Permissioned<unknown>,
  { portless, effects }: { portless: boolean; effects: boolean },
  engine: string,
): string | undefined {
  if (effects) return `args:${hashOf({ run: call.runId ?? '', args: call.argsHash })}`;
  if (!portless) return undefined;
  const { argsHash, purposeOfUse, record, pins } = call;
  return `derived:${hashOf({ argsHash, purpose: purposeOfUse, version: record.version, pins, engine })}`;
}
