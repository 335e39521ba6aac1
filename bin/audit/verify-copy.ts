import { firstDifference } from '../../audit-log/compare.ts';
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
      says: 'file with a checkpoint from another source; the check fails if the copy ends before it',
    },
    witness: {
      type: 'string',
      says: "file with the witness's public key; the check fails if the witness cosigned no checkpoint of the copy",
    },
    against: { type: 'string', says: 'folder with another copy; the command prints the first entry that differs' },
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
    const difference = await differenceTo(folder, text(given, 'against'), verified);
    return told({ verified, difference, key: key.name }, given, io);
  },
};

const text = ({ options }: Given, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

const differenceTo = async (
  folder: string,
  other: string | undefined,
  { size }: Verified,
): Promise<number | undefined> =>
  other === undefined ? undefined : firstDifference(logFolder(folder), logFolder(other), size);

interface Outcome {
  readonly verified: Verified;
  readonly difference: number | undefined;
  readonly key: string;
}

function told({ verified, difference, key }: Outcome, given: Given, io: Io): ExitCode {
  const { size, entries, checkpoints, witnessed, problems } = verified;
  const ok = problems.length === 0 && difference === undefined;
  if (given.json)
    io.out(`${JSON.stringify({ ok, log: key, ...verified, ...(difference === undefined ? {} : { difference }) })}\n`);
  else if (ok) {
    io.out(
      `${key} is unchanged: ${counted(size, 'entry', 'entries')} and ${counted(checkpoints, 'checkpoint')} match what the log signed\n`,
    );
    if (witnessed)
      io.out(`The witness cosigned the first ${counted(witnessed.size, 'entry', 'entries')} at ${witnessed.at}\n`);
    if (entries < size)
      io.out(`The copy has the text of ${counted(entries, 'entry', 'entries')}. It has only the hash of the others\n`);
  } else {
    for (const problem of problems) io.out(`${lineOf(problem)}\n`);
    if (difference !== undefined) io.out(`the two copies differ for the first time at entry ${difference}\n`);
    io.err(
      'This copy is not what the log signed. Keep it, export the log again into another folder, and compare the two: audit verify DIR --against OTHER_DIR\n',
    );
  }
  return ok ? exitCodes.ok : exitCodes.finding;
}

const lineOf = ({ path, what, entry, interval }: LogProblem): string =>
  [
    `${path}: ${what}`,
    ...(entry === undefined ? [] : [`entry ${entry}`]),
    ...(interval === undefined ? [] : [`between the checkpoints of ${interval.from} and ${interval.to} entries`]),
  ].join('; ');
