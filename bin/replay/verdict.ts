import type { DispatchEvent, EventId } from '../../contract/audit.ts';
import { effectClasses } from '../../contract/effects.ts';
import type { DispatchRecord, Release } from '../../contract/system.ts';
import { patterns } from '../../registry/patterns.ts';
import type { Again } from './call-again.ts';

/** Verdicts of a replay on one call. A verdict with `finding: true` makes the command fail. */
export const replayVerdicts = {
  same: { says: 'the same result', finding: false },
  'another-result': { says: 'another result', finding: true },
  'another-engine': { says: 'another engine build', finding: true },
  'lacks-arguments': { says: 'lacks arguments', finding: true },
  'other-arguments': { says: 'other arguments', finding: true },
  'record-gone': { says: 'record gone', finding: true },
  'not-replayable': { says: 'not replayable', finding: false },
} as const;
export type ReplayVerdict = keyof typeof replayVerdicts;

/**
 * Pin that has another digest in this replay than in the record. `here` is null if this replay does not have the thing
 * that is pinned.
 */
export interface PinDifference {
  readonly name: string;
  readonly recorded: string;
  readonly here: string | null;
}

export interface ReplayedCall {
  readonly eventId: EventId;
  readonly at: string;
  readonly tool: string;
  readonly version: string;
  readonly verdict: ReplayVerdict;
  /** Reason for the verdict. It never has a value of the arguments or the result. */
  readonly detail?: string;
  readonly pins: readonly PinDifference[];
  readonly engine?: { readonly recorded: string; readonly here: string };
  readonly resultHash?: { readonly recorded: string; readonly here: string | null };
}

/** Returns the reason why a call cannot be made again. Undefined if it can. */
export function unrepeatable(call: DispatchEvent): string | undefined {
  if (call.outcome === 'replayed') return `repeats ${call.replays ?? 'an earlier call'}`;
  if ('code' in call) return `${call.outcome}: ${call.code}`;
  const declared = patterns.find((pattern) => pattern.function === call.function);
  if (!declared) return `this build has no function ${call.function}`;
  const { effects } = effectClasses[declared.effectClass];
  if (effects.length > 0) return 'the tool can have an effect';
  // A corpus snapshot is pinned by its hash. The data behind any other port can change.
  return declared.ports.some((port) => port !== 'corpora') ? 'the tool reads data that is not pinned' : undefined;
}

/**
 * Returns the pins of the recorded receipt that have another digest here. The digest of a source or a corpus is known
 * only if the call was made again. Otherwise the pin of a source or a corpus counts as equal.
 */
export function pinDifferences({ receipt }: DispatchRecord, release: Release, again?: Again): readonly PinDifference[] {
  const own = again === undefined || 'refused' in again.outcome ? {} : again.outcome.receipt.pins;
  return Object.entries(receipt.pins).flatMap(([name, recorded]) => {
    const here = own[name] ?? release.pins[name] ?? null;
    const unknown = here === null && !isOfRelease(name);
    return here === recorded || unknown ? [] : [{ name, recorded, here }];
  });
}

/** Returns true for the pin of an artefact or tool, which has the form `name@version`. The pin of a source or corpus has no version. */
export const isOfRelease = (pin: string): boolean => pin.includes('@');

/**
 * Compares a repeated call with its record. The verdict is `same` if the hashes of result and exceptions are equal. It
 * is `another-engine` if they differ and only the build is different, because the other build must then be the cause.
 */
export function comparedWithRecord(
  { receipt }: DispatchRecord,
  again: Again,
  { pins, engine }: { readonly pins: readonly PinDifference[]; readonly engine: string },
): Pick<ReplayedCall, 'verdict' | 'detail' | 'engine' | 'resultHash' | 'pins'> {
  const { outcome, lost } = again;
  const facts = {
    pins,
    engine: { recorded: receipt.engine, here: engine },
    resultHash: { recorded: receipt.resultHash, here: 'refused' in outcome ? null : outcome.receipt.resultHash },
  };
  if ('refused' in outcome && lost !== undefined) {
    return {
      pins,
      verdict: 'not-replayable',
      detail: `${outcome.refused}: the ${lost} that the call reads could not be read`,
    };
  }
  if (!('refused' in outcome) && isSame(receipt, outcome.receipt)) return { ...facts, verdict: 'same' };
  const refused = 'refused' in outcome ? `refused here: ${outcome.refused}` : undefined;
  const reasons = [
    refused,
    pins.length > 0
      ? `the digests of ${pins.map(({ name }) => name).join(', ')} differ from the pinned ones`
      : undefined,
  ];
  const detail = reasons.filter((reason) => reason !== undefined).join('; ');
  if (pins.length === 0 && receipt.engine !== engine) {
    return {
      ...facts,
      verdict: 'another-engine',
      detail: detail || 'all digests are equal, but the engine build differs',
    };
  }
  return { ...facts, verdict: 'another-result', detail: detail || 'all digests and the engine build are equal' };
}

type Hashes = Pick<DispatchRecord['receipt'], 'resultHash' | 'exceptionsHash'>;
const isSame = (one: Hashes, other: Hashes): boolean =>
  one.resultHash === other.resultHash && one.exceptionsHash === other.exceptionsHash;
