import type { DispatchEvent, EventId } from '../../contract/audit.ts';
import { effectClasses } from '../../contract/effects.ts';
import type { DispatchRecord, Release } from '../../contract/system.ts';
import { patterns } from '../../registry/patterns.ts';
import type { Again } from './call-again.ts';

/** What a replay can say of a call, in words; and whether it is a finding. */
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

/** A digest that the receipt names, and what this release or this call has there. */
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
  /** Facts, never a value of arguments or result. */
  readonly detail?: string;
  readonly pins: readonly PinDifference[];
  readonly engine?: { readonly recorded: string; readonly here: string };
  readonly resultHash?: { readonly recorded: string; readonly here: string | null };
}

/** Why a call cannot be made again by anybody; undefined where it can. */
export function unrepeatable(call: DispatchEvent): string | undefined {
  if (call.outcome === 'replayed') return `repeats ${call.replays ?? 'an earlier call'}`;
  if ('code' in call) return `${call.outcome}: ${call.code}`;
  const declared = patterns.find((pattern) => pattern.function === call.function);
  if (!declared) return `this build has no function ${call.function}`;
  const { effects } = effectClasses[declared.effectClass];
  if (effects.length > 0) return 'it had an effect';
  // A corpus snapshot is pinned by its hash; what any other port reads may be another tomorrow.
  return declared.ports.some((port) => port !== 'corpora') ? 'it read what is not pinned' : undefined;
}

/**
 * Digests of the receipt that are others here. What is no artefact of a release, such as a source, is known to the call
 * that was made again alone.
 */
export function pinDifferences({ receipt }: DispatchRecord, release: Release, again?: Again): readonly PinDifference[] {
  const own = again === undefined || 'refused' in again.outcome ? {} : again.outcome.receipt.pins;
  return Object.entries(receipt.pins).flatMap(([name, recorded]) => {
    const here = own[name] ?? release.pins[name] ?? null;
    const unknown = here === null && !isOfRelease(name);
    return here === recorded || unknown ? [] : [{ name, recorded, here }];
  });
}

/** `name@version`: an artefact or a tool. A source or a corpus has no version there. */
export const isOfRelease = (pin: string): boolean => pin.includes('@');

/**
 * Same where result and exceptions hash to what was recorded. A difference is the engine's only where nothing else can be
 * its cause: another build, over the same digests.
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
      detail: `${outcome.refused}: the ${lost} that it read cannot be had here`,
    };
  }
  if (!('refused' in outcome) && isSame(receipt, outcome.receipt)) return { ...facts, verdict: 'same' };
  const refused = 'refused' in outcome ? `refused here: ${outcome.refused}` : undefined;
  const reasons = [refused, pins.length > 0 ? `uses ${pins.map(({ name }) => name).join(', ')}` : undefined];
  const detail = reasons.filter((reason) => reason !== undefined).join('; ');
  if (pins.length === 0 && receipt.engine !== engine) {
    return { ...facts, verdict: 'another-engine', detail: detail || 'the same digests, another build' };
  }
  return { ...facts, verdict: 'another-result', detail: detail || 'the same digests, the same build' };
}

type Hashes = Pick<DispatchRecord['receipt'], 'resultHash' | 'exceptionsHash'>;
const isSame = (one: Hashes, other: Hashes): boolean =>
  one.resultHash === other.resultHash && one.exceptionsHash === other.exceptionsHash;
