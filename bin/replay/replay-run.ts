import type { DispatchEvent } from '../../contract/audit.ts';
import type { Corpora } from '../../contract/artefacts/corpus.ts';
import type { DispatchRecord, Release, Sources } from '../../contract/system.ts';
import { callAgain } from './call-again.ts';
import { givenArguments, journalByCall } from './given-arguments.ts';
import type { JournalEntry } from './journal.ts';
import type { RecordedRun } from './recorded-run.ts';
import {
  comparedWithRecord,
  isOfRelease,
  pinDifferences,
  unrepeatable,
  replayVerdicts,
  type PinDifference,
  type ReplayedCall,
} from './verdict.ts';

export interface ReplayOptions {
  readonly release: Release;
  readonly sources: Sources;
  readonly corpora: Corpora;
  /** Engine of this build, in the form of a receipt. */
  readonly engine: string;
  readonly journal?: readonly JournalEntry[];
}

export interface Replay {
  readonly runId: string;
  readonly release: { readonly pinned: string; readonly used: string };
  readonly engine: { readonly recorded: string; readonly here: string };
  readonly indexedUntil: string | null;
  /** Pins of the run for which the release has another digest. */
  readonly pins: readonly PinDifference[];
  readonly calls: readonly ReplayedCall[];
  /** Number of journal lines that do not name a call of this run. */
  readonly strangers: number;
  /** True if nothing differs and nothing that the replay needs is missing. */
  readonly passed: boolean;
}

/** Makes each replayable call of a run again, and returns a verdict on every call. */
export async function replayRun(recorded: RecordedRun, options: ReplayOptions): Promise<Replay> {
  const { run, calls, indexedUntil } = recorded;
  const { release, engine } = options;
  const journal = journalByCall(options.journal ?? [], calls);
  const replayed: ReplayedCall[] = [];
  for (const call of calls) {
    const { eventId, at, tool, version = '' } = call;
    const found = await callReplayed(call, recorded, { ...options, entry: journal.byCall.get(eventId) });
    replayed.push({ eventId, at, tool, version, ...found });
  }
  const pins = Object.entries(run.pins)
    .filter(([name]) => isOfRelease(name))
    .map(([name, digest]) => ({ name, recorded: digest, here: release.pins[name] ?? null }))
    .filter(({ recorded: then, here }) => then !== here);
  const found = replayed.some(({ verdict }) => replayVerdicts[verdict].finding);
  return {
    runId: run.runId,
    release: { pinned: run.release, used: release.id },
    engine: { recorded: run.engine, here: engine },
    indexedUntil: indexedUntil ?? null,
    pins,
    calls: replayed,
    strangers: journal.strangers,
    passed: !found && pins.length === 0 && release.id === run.release,
  };
}

type Found = Omit<ReplayedCall, 'eventId' | 'at' | 'tool' | 'version'>;

async function callReplayed(
  call: DispatchEvent,
  { run, records }: RecordedRun,
  { entry, ...options }: ReplayOptions & { readonly entry: JournalEntry | undefined },
): Promise<Found> {
  const reason = unrepeatable(call);
  if (reason !== undefined) return { verdict: 'not-replayable', detail: reason, pins: [] };
  const record = records.get(call.eventId);
  if (!record) return { verdict: 'record-gone', detail: 'the ledger no longer has the record of the call', pins: [] };
  return fromRecord(record, entry, async (argsText) => {
    const again = await callAgain(record, argsText, { ...options, run });
    const pins = pinDifferences(record, options.release, again);
    return comparedWithRecord(record, again, { pins, engine: options.engine });
  });
}

async function fromRecord(
  record: DispatchRecord,
  entry: JournalEntry | undefined,
  again: (argsText: string) => Promise<Found>,
): Promise<Found> {
  const given = givenArguments(record, entry);
  if (given.are === 'there') return again(given.argsText);
  if (given.are === 'others') {
    return {
      verdict: 'other-arguments',
      detail: `the arguments in ${given.from} do not match the recorded hash`,
      pins: [],
    };
  }
  return { verdict: 'lacks-arguments', detail: 'neither the record nor the journal has the arguments', pins: [] };
}
