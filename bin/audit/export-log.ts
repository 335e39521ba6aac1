import { exportLog, publishedCheckpoint } from '../../audit-log/export.ts';
import { entriesIn } from '../../audit-log/span.ts';
import { LogDamaged } from '../../audit-log/tree-writer.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command, type Given } from '../command.ts';
import { counted } from '../counted.ts';
import { progressLine } from '../corpora/progress-line.ts';
import { deployment } from '../objects/deployment.ts';
import { logFolder } from './log-folder.ts';
import type { LogSource } from './log-source.ts';
import { spanOption } from './span-option.ts';

/** Command `logic-plane audit export`. @param source opens the audit log of the deployment that the command line selects */
export const exportOf = (source: (given: Given) => Promise<LogSource>): Command => ({
  summary:
    'Copy the audit log, its public key and its checkpoints into a folder. A second run copies only what is missing',
  operands: 'DIR [--from INSTANT --to INSTANT] [--outputs FILE --stage STAGE]',
  examples: [
    'logic-plane audit export audit-export',
    'logic-plane audit export audit-export --from 2026-11-01T00:00:00Z --to 2026-12-01T00:00:00Z',
  ],
  options: {
    from: {
      type: 'string',
      says: 'copy only the text of entries at or after this instant (ISO 8601); the hashes of all entries are always copied',
    },
    to: { type: 'string', says: 'copy only the text of entries before this instant (ISO 8601)' },
    ...deployment,
  },
  run: async (given, io) => {
    const [folder, ...more] = given.operands;
    if (folder === undefined || more.length > 0)
      throw new UsageError('audit export takes one folder, which it creates if it does not exist');
    const span = spanOption(given);
    const { log, key } = await source(given);
    const progress = progressLine(io, given.json);
    try {
      const { size } = await publishedCheckpoint(log, key);
      const wanted = span && (await entriesIn({ objects: log, size, redriven: await log.redriven() }, span));
      const { copied } = await exportLog(log, logFolder(folder), {
        key,
        ...(wanted && { ranges: wanted }),
        onProgress: ({ done, of }) => progress.show(`${done} of ${of} files`),
      }).finally(() => progress.end());
      if (given.json)
        io.out(`${JSON.stringify({ log: key.name, size, copied, ...(wanted && { entries: wanted }) })}\n`);
      else
        io.out(
          `${key.name}: ${counted(size, 'entry', 'entries')}, ${counted(copied, 'file')} copied to ${folder}. Next: npx logic-plane audit verify ${folder}\n`,
        );
      return exitCodes.ok;
    } catch (error) {
      if (!(error instanceof LogDamaged)) throw error;
      io.err(
        `${error.message}. If this stays so, ask an operator to check the log's bucket, as docs/audit-log.md describes\n`,
      );
      return exitCodes.finding;
    }
  },
});
