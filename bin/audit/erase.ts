import { headWriter } from '../../adapters/tables/head.ts';
import { ledger } from '../../adapters/tables/ledger.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command, type ExitCode, type Given, type Io } from '../command.ts';
import { counted } from '../counted.ts';
import { progressLine } from '../corpora/progress-line.ts';
import { standing } from '../head/change-head.ts';
import { MissingEnvironment } from '../missing-environment.ts';
import { deployment } from '../objects/deployment.ts';
import { reached } from '../reached.ts';
import { erasureEvent, eraseValues, type ErasureStores } from './erasing.ts';
import { isNothing, type KeptValues } from './kept-values.ts';
import { valuesOfRun } from './values-of-run.ts';
import { valuesOfSource } from './values-of-source.ts';

/**
 * Command `logic-plane audit erase`.
 * @param stores opens the stores of the deployment that the command line selects
 */
export const eraseOf = (stores: (given: Given) => Promise<ErasureStores>, now: () => number = Date.now): Command => ({
  summary:
    'Erase the stored values of a run or a source, and leave a tombstone in the place of each. Without --yes, the command only shows what it would erase',
  operands: 'RUN|SOURCE --reason TEXT [--yes] [--outputs FILE --stage STAGE]',
  examples: ['logic-plane audit erase run-019ad40e-5f7e-7bcd-9a47-1f0f7f8c6d10 --reason request-4711'],
  options: {
    reason: { type: 'string', says: 'why the values are erased; the event of the erasure has the hash of this text' },
    yes: { type: 'boolean', says: 'erase now (default: only show what would be erased)' },
    ...deployment,
  },
  run: async (given, io) => {
    const asked = askedIn(given);
    return reached(async () => {
      const opened = await stores(given);
      const values = await valuesOf(opened, asked.id, now());
      const isErasing = given.options['yes'] === true && values.blocked.length === 0 && !isNothing(values);
      if (isErasing) await erase({ opened, values, now }, asked, progressLine(io, given.json));
      return told({ id: asked.id, values, erased: isErasing }, given, io);
    }, unreached);
  },
});

interface Asked {
  readonly id: string;
  readonly reason: string;
}

function askedIn({ operands, options }: Given): Asked {
  const [id, ...more] = operands;
  const { reason } = options;
  if (id === undefined || more.length > 0 || !/^(?:run|src)-/.test(id))
    throw new UsageError('audit erase takes one id of a run (run-…) or of a source (src-…)');
  if (typeof reason !== 'string' || reason.trim() === '')
    throw new UsageError('audit erase needs --reason TEXT: write why the values are erased');
  return { id, reason };
}

const valuesOf = ({ database }: ErasureStores, id: string, nowMillis: number): Promise<KeptValues> =>
  id.startsWith('run-') ? valuesOfRun(database, id, nowMillis) : valuesOfSource(database, id, nowMillis);

interface Erasing {
  readonly opened: ErasureStores;
  readonly values: KeptValues;
  readonly now: () => number;
}

async function erase(
  { opened, values, now }: Erasing,
  asked: Asked,
  progress: ReturnType<typeof progressLine>,
): Promise<void> {
  const { state } = await standing(headWriter(opened.database));
  const { release, telemetryKey } = state;
  if (telemetryKey === undefined)
    throw new MissingEnvironment('this deployment has no telemetry key, so it has no audit log. Run cdk deploy again');
  const events = ledger(opened.database);
  const of = { ...asked, values, release };
  await events.note(erasureEvent('began', of, now()));
  await eraseValues(opened, values, { telemetryKey, show: progress.show }).finally(progress.end);
  await events.note(erasureEvent('ended', of, now()));
}

interface Told {
  readonly id: string;
  readonly values: KeptValues;
  readonly erased: boolean;
}

function told({ id, values, erased }: Told, given: Given, io: Io): ExitCode {
  const { records, rows, objects, blocked, beside } = values;
  const counts = { records: records.length, rows: rows.length, objects: objects.length };
  if (given.json) {
    io.out(`${JSON.stringify({ id, erased, ...counts, blocked, beside })}\n`);
    return blocked.length === 0 ? exitCodes.ok : exitCodes.finding;
  }
  const what = `${counted(counts.records, 'call record')}, ${counted(counts.rows, 'row')}, ${counted(counts.objects, 'stored object')}`;
  for (const reason of blocked) io.err(`nothing was erased: ${reason}\n`);
  if (blocked.length > 0) return exitCodes.finding;
  if (isNothing(values)) io.out(`${id} has no values: they were erased before, or none were kept\n`);
  else if (erased)
    io.out(
      `${id}: erased ${what}. Point-in-time backups keep the values for 35 days, and old object versions for 30 days\n`,
    );
  else io.out(`${id}: would erase ${what}. This cannot be undone. Run the command again with --yes to erase\n`);
  for (const command of beside) io.out(`a part of this source is a source of its own. To erase it, run ${command}\n`);
  return exitCodes.ok;
}

const unreached = {
  says: 'the erasure was not completed',
  needs:
    'You need the rights of the role in the output ErasureOperatorRole. Run the command again: it erases what is left',
};
