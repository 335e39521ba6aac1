import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpora } from '../../adapters/corpora/corpora.ts';
import { PartRefused } from '../../adapters/release/parts.ts';
import { sources } from '../../adapters/tables/sources.ts';
import { Failure } from '../../contract/failures.ts';
import type { Run } from '../../contract/rows/run.ts';
import { engineDigest } from '../../lib/functions/engine.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command, type ExitCode, type Given, type Io } from '../command.ts';
import { MissingEnvironment } from '../missing-environment.ts';
import { deployment } from '../objects/deployment.ts';
import { textOperand } from '../operand-file.ts';
import { replayJournalOf, type JournalEntry } from '../replay/journal.ts';
import { pinnedRelease } from '../replay/pinned-release.ts';
import { recordedRun, type RecordedRun } from '../replay/recorded-run.ts';
import { replayRun } from '../replay/replay-run.ts';
import { runSource, type RunSource } from '../replay/run-source.ts';
import { replayText } from '../replay/tell.ts';

const root = join(import.meta.dirname, '..', '..');

const thisEngine = (): string => `${engineDigest(root)}+node-${process.versions.node}`;

/** Command `logic-plane replay`. @param sourceOf opens the deployment of the run @param engineOf returns the engine of this build, in the form of a receipt */
export const replayOf = (sourceOf: (given: Given) => Promise<RunSource>, engineOf = thisEngine): Command => ({
  summary: 'Repeat those calls of a run that read only pinned data, and compare the hashes of their results',
  operands: 'RUN [--args FILE] [--release DIR] [--outputs FILE --stage STAGE]',
  examples: [
    'logic-plane replay run-0194c8f0-0000-7000-8000-000000000000',
    'logic-plane replay run-0194c8f0-0000-7000-8000-000000000000 --args journal.ndjson --outputs outputs.json --stage prod',
  ],
  options: {
    args: {
      type: 'string',
      says: 'NDJSON file with the arguments of calls, each line { "eventId": "…", "arguments": { … } }',
    },
    release: {
      type: 'string',
      says: 'folder of the compiled release to use (default: the command looks for the release that the run pins)',
    },
    ...deployment,
  },
  run: async (given, io) => {
    const [runId, ...more] = given.operands;
    if (runId === undefined || more.length > 0) throw new UsageError('replay takes one run id, such as run-0194c8f0-…');
    const { args } = given.options;
    const journal = typeof args === 'string' ? replayJournalOf(textOperand(args)) : [];
    const source = await sourceOf(given);
    const recorded = await read(source, runId);
    if (!recorded)
      throw new UsageError(`run ${runId} was not found in this deployment. Check the id, and --outputs and --stage`);
    return again(recorded, { ...source, journal, engine: engineOf(), given }, io);
  },
});

async function again(
  recorded: RecordedRun,
  {
    journal,
    engine,
    database,
    content,
    places,
    given: { options, tenant, tenantsDir, json },
  }: RunSource & { readonly journal: readonly JournalEntry[]; readonly engine: string; readonly given: Given },
  io: Io,
): Promise<ExitCode> {
  const pinned = await pinnedRelease({
    wanted: recorded.run.release,
    ...(typeof options['release'] === 'string' ? { directory: options['release'] } : {}),
    places: [...places, join(root, '.build', tenant, 'release')],
    tenantsDir,
    tenant,
  });
  if (!pinned) return unavailable(recorded.run, json, io);
  try {
    const { release } = pinned;
    const head = { current: async () => ({ release: release.id, withdrawn: [], suspended: [] }) };
    const replay = await replayRun(recorded, {
      release,
      sources: sources(database, content),
      corpora: corpora({ head, content, directory: join(tmpdir(), 'logic-plane-corpora') }),
      engine,
      journal,
    });
    io.out(json ? `${JSON.stringify(replay)}\n` : replayText(replay, recorded.run));
    return replay.passed ? exitCodes.ok : exitCodes.finding;
  } catch (cause) {
    if (!(cause instanceof PartRefused)) throw cause;
    const fix = `compile it again (logic-plane tenant compile ${tenant} --out DIR) and name its folder with --release DIR`;
    // The rest of the message is advice for a deployed function, which does not apply here.
    const [wrong = ''] = cause.message.split('. ');
    const message = `${pinned.directory}: ${wrong}. The release is damaged, so nothing was replayed. Next: ${fix}`;
    throw new UsageError(message, { cause });
  } finally {
    await pinned.remove();
  }
}

function unavailable({ runId, release }: Run, json: boolean, io: Io): ExitCode {
  const message = `${runId} pins release ${release}, which is not on this machine. Name its folder with --release DIR`;
  if (json) io.out(`${JSON.stringify({ error: 'run.pin_unavailable', message, runId, release })}\n`);
  else io.err(`run.pin_unavailable: ${message}\n`);
  return exitCodes.environment;
}

async function read({ database }: RunSource, runId: string): Promise<RecordedRun | undefined> {
  try {
    return await recordedRun(database, runId);
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    const needs =
      'You need dynamodb:GetItem on the table runs, Query and GetItem on audit, BatchGetItem on ledger, and the use of their KMS key';
    throw new MissingEnvironment(`the tables could not be read: ${cause.message}. ${needs}`, { cause });
  }
}

export const replay = replayOf(runSource);
