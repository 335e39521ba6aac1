import type { DispatchEvent, EventId } from '../../contract/audit.ts';
import { sha256 } from '../../contract/values/canonical.ts';
import type { DispatchRecord } from '../../contract/system.ts';
import type { JournalEntry } from './journal.ts';

/** Arguments of a recorded call: found and equal to the recorded hash (`there`), not found (`lacking`), or different (`others`). */
export type GivenArguments =
  | { readonly are: 'there'; readonly argsText: string }
  | { readonly are: 'lacking' }
  | { readonly are: 'others'; readonly from: string };

/** Assigns each journal entry to its call. An entry that names the event of a replay belongs to the first call. */
export function journalByCall(
  journal: readonly JournalEntry[],
  calls: readonly DispatchEvent[],
): { readonly byCall: ReadonlyMap<EventId, JournalEntry>; readonly strangers: number } {
  const firsts = new Map(calls.map((call) => [call.eventId, call.replays ?? call.eventId]));
  const known = journal.flatMap((one) => {
    const first = firsts.get(one.eventId);
    return first === undefined ? [] : [[first, one] as const];
  });
  return { byCall: new Map(known), strangers: journal.length - known.length };
}

/**
 * Returns the arguments from the journal if it has them, or else from the record. In both cases the arguments are
 * checked against the recorded hash.
 */
export function givenArguments({ arguments: kept, receipt }: DispatchRecord, entry?: JournalEntry): GivenArguments {
  const from = entry === undefined ? 'the record' : `line ${entry.line} of the journal`;
  const argsText = entry?.argsText ?? kept;
  if (argsText === undefined) return { are: 'lacking' };
  return sha256(argsText) === receipt.argsHash ? { are: 'there', argsText } : { are: 'others', from };
}
