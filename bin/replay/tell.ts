import type { Run } from '../../contract/rows/run.ts';
import { counted } from '../counted.ts';
import type { Replay } from './replay-run.ts';
import { replayVerdicts, type PinDifference, type ReplayVerdict } from './verdict.ts';

/** Formats a replay for a terminal: the run, the release and their differences, one line for each call, and the number of each verdict. */
export function replayText(replay: Replay, run: Run): string {
  const { release, engine, indexedUntil, calls, pins, strangers } = replay;
  const rows = calls.map(({ at, tool, version, verdict, detail = '' }) => [
    at,
    version === '' ? tool : `${tool}@${version}`,
    replayVerdicts[verdict].says,
    detail,
  ]);
  const lines = [
    `${run.runId} of ${run.owner.name}, opened ${run.createdAt}`,
    `the list of its calls is ${indexedUntil === null ? 'not complete yet' : `complete until ${indexedUntil}`}`,
    `release ${release.used}`,
    ...(release.used === release.pinned
      ? []
      : [`run.pin_unavailable: the run pins release ${release.pinned}; this replay used the release in --release`]),
    ...pins.map((pin) => `pin ${pinText(pin)}`),
    ...(engine.here === engine.recorded
      ? []
      : [`engine ${engine.here}; the run was opened by engine ${engine.recorded}`]),
    ...(strangers === 0
      ? []
      : [
          `${counted(strangers, 'line')} of the journal ${strangers === 1 ? 'does' : 'do'} not name a call of this run`,
        ]),
    '',
    ...columns(rows),
    '',
    tally(calls.map(({ verdict }) => verdict)),
  ];
  return `${lines.join('\n')}\n`;
}

const pinText = ({ name, recorded, here }: PinDifference): string =>
  `${name} differs: the run pins ${recorded}, the release ${here === null ? 'does not have it' : `has ${here}`}`;

function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function tally(all: readonly ReplayVerdict[]): string {
  const counts = Map.groupBy(all, (verdict) => verdict);
  const parts = [...counts].map(([verdict, { length }]) => `${length} ${replayVerdicts[verdict].says}`);
  return parts.length === 0 ? 'the run has no calls' : parts.join(', ');
}
