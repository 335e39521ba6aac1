import type { DispatchEvent, EventId } from '../../contract/audit.ts';
import { sha256 } from '../../contract/values/canonical.ts';
import type { DispatchRecord } from '../../contract/system.ts';
import type { JournalEntry } from './journal.ts';

/** The arguments of a recorded call, held against its hash. */
export type GivenArguments =
  | { readonly are: 'there'; readonly argsText: string }
  | { readonly are: 'lacking' }
  | { readonly are: 'others'; readonly from: string };

/** Journal entries by the call that they are of: a journal may name a replay's event too. */
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

/** From the journal where it has them, else from the record; neither is believed, both are held against the hash. */
export function givenArguments({ arguments: kept, receipt }: DispatchRecord, entry?: JournalEntry): GivenArguments {
  const from = entry === undefined ? 'the record' : `line ${entry.line} of the journal`;
  const argsText = entry?.argsText ?? kept;
  if (argsText === undefined) return { are: 'lacking' };
  return sha256(argsText) === receipt.argsHash ? { are: 'there', argsText } : { are: 'others', from };
}
