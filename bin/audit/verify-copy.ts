import { firstDifference } from '../../audit-log/compare.ts';
import { checkpointProblems, openCheckpoint } from '../../audit-log/checkpoint.ts';
import type { NoteKey } from '../../audit-log/signed-note.ts';
import { LogDamaged } from '../../audit-log/tree-writer.ts';
import { verifyLog, type LogProblem, type Verified } from '../../audit-log/verify.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command, type ExitCode, type Given, type Io } from '../command.ts';
import { counted } from '../counted.ts';
import { progressLine } from '../corpora/progress-line.ts';
import { textOperand } from '../operand-file.ts';
import { logFolder } from './log-folder.ts';
import { noteKeyFor } from './note-key.ts';

/** Command `logic-plane audit verify`. It needs only the copy and the public key, so it works offline. */
export const verifyCopy: Command = {
  summary: 'Check the signatures, hashes and entries of an exported audit log. The command needs no network',
  operands: 'DIR [--key FILE] [--checkpoint FILE] [--against DIR] [--witness KEYFILE]',
  examples: ['logic-plane audit verify audit-export', 'logic-plane audit verify audit-export --key log.vkey --json'],
  options: {
    key: { type: 'string', says: "file with the log's public key (default: DIR/log.vkey, which the export wrote)" },
    checkpoint: {
      type: 'string',
      says: 'file with a checkpoint from another source; the check fails if the copy ends before it or does not contain its tree',
    },
    witness: {
      type: 'string',
      says: "file with the witness's public key; the check fails if the witness cosigned no checkpoint of the copy",
    },
    against: {
      type: 'string',
      says: 'folder with another copy, which may be older or newer; the command prints the first entry that differs',
    },
  },
  run: async (given, io) => {
    const [folder, ...more] = given.operands;
    if (folder === undefined || more.length > 0)
      throw new UsageError('audit verify takes one folder, which audit export wrote');
    const key = await noteKeyFor(folder, text(given, 'key'));
    const later = text(given, 'checkpoint');
    const witness = text(given, 'witness');
    const progress = progressLine(io, given.json);
    const verified = await verifyLog(logFolder(folder), {
      key,
      ...(later === undefined ? {} : { atLeast: textOperand(later) }),
      ...(witness === undefined ? {} : { witness: await noteKeyFor(folder, witness, 'witness') }),
      onProgress: ({ done, of }) => progress.show(`${done} of ${of} entries`),
    }).finally(() => progress.end());
    const against = await comparedTo(folder, text(given, 'against'), { key, verified });
    return told({ verified, against, key: key.name }, given, io);
  },
};

const text = ({ options }: Given, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

/** The result of the comparison with another copy. */
interface Against {
  /** The number of entries of the other copy. */
  readonly size?: number;
  /** The first entry that differs. */
  readonly difference?: number;
  /** The reason why the copies cannot be compared. */
  readonly problem?: string;
}

async function comparedTo(
  folder: string,
  other: string | undefined,
  { key, verified }: { readonly key: NoteKey; readonly verified: Verified },
): Promise<Against | undefined> {
  if (other === undefined) return undefined;
  const copy = logFolder(other);
  const opened = openCheckpoint(Buffer.from((await copy.get('checkpoint')) ?? '').toString(), key);
  if ('broken' in opened) return { problem: `${other}: ${checkpointProblems[opened.broken]}` };
  const { size } = opened.checkpoint;
  try {
    const one = { copy: logFolder(folder), size: verified.size };
    const difference = await firstDifference(one, { copy, size });
    return { size, ...(difference === undefined ? {} : { difference }) };
  } catch (error) {
    if (!(error instanceof LogDamaged)) throw error;
    return { size, problem: `the copies cannot be compared: ${error.message}` };
  }
}

interface Outcome {
  readonly verified: Verified;
  readonly against: Against | undefined;
  readonly key: string;
}

function told({ verified, against, key }: Outcome, given: Given, io: Io): ExitCode {
  const { size, entries, checkpoints, witnessed, problems } = verified;
  const { difference, problem } = against ?? {};
  const ok = problems.length === 0 && difference === undefined && problem === undefined;
  if (given.json) io.out(`${JSON.stringify({ ok, log: key, ...verified, ...(against && { against }) })}\n`);
  else if (ok) {
    io.out(
      `${key} is unchanged: ${counted(size, 'entry', 'entries')} and ${counted(checkpoints, 'checkpoint')} match what the log signed\n`,
    );
    if (witnessed)
      io.out(`The witness cosigned the first ${counted(witnessed.size, 'entry', 'entries')} at ${witnessed.at}\n`);
    if (entries < size)
      io.out(`The copy has the text of ${counted(entries, 'entry', 'entries')}. It has only the hash of the others\n`);
    if (against?.size !== undefined)
      io.out(`The first ${counted(Math.min(size, against.size), 'entry', 'entries')} are equal in both copies\n`);
  } else {
    for (const one of problems) io.out(`${lineOf(one)}\n`);
    if (problem !== undefined) io.out(`${problem}\n`);
    if (difference !== undefined) io.out(`the two copies differ for the first time at entry ${difference}\n`);
    if (problems.length > 0)
      io.err(
        'This copy is not what the log signed. Keep it, export the log again into another folder, and compare the two: audit verify DIR --against OTHER_DIR\n',
      );
    else io.err('This copy is what the log signed. Verify the other copy too, and keep both\n');
  }
  return ok ? exitCodes.ok : exitCodes.finding;
}

const lineOf = ({ path, what, entry, interval }: LogProblem): string =>
  [
    `${path}: ${what}`,
    ...(entry === undefined ? [] : [`entry ${entry}`]),
    ...(interval === undefined ? [] : [`between the checkpoints of ${interval.from} and ${interval.to} entries`]),
  ].join('; ');
