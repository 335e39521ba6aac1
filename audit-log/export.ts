import { checkpointProblems, openCheckpoint } from './checkpoint.ts';
import { verifierText, type NoteKey } from './signed-note.ts';
import { checkpointPath, cosignaturePath, keptCheckpointPath } from './store.ts';
import type { EntryRange } from './span.ts';
import { levelSize, levelsOf, tilePath, tilesBetween, tileWidth, type TileName } from './tile-path.ts';
import { LogDamaged } from './tree-writer.ts';
import type { LogCopy } from './verify.ts';

/** The destination of an export. */
export interface ExportTarget {
  has(path: string): Promise<boolean>;
  /** Puts the whole file. If it fails, no part of the file exists. */
  put(path: string, bytes: Uint8Array): Promise<void>;
}

export interface LogExportOptions {
  readonly key: NoteKey;
  /** The entries to export with their text. @default all entries */
  readonly ranges?: readonly EntryRange[];
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
}

/** Name of the file in an export that holds the log's public key (C2SP signed-note). */
export const keyPath = 'log.vkey';

/**
 * Copies a log with its key and its checkpoints. All tiles are copied, so that the copy can be verified. Bundles are
 * copied only for the entries in the ranges. The newest checkpoint is copied last, so that it never promises files that
 * an interrupted export did not copy. A repeated export copies only the files that are missing.
 * @returns the size of the copied tree, and how many files this call copied
 * @throws LogDamaged if the log has no valid checkpoint or lacks an object that its checkpoint promises
 */
export async function exportLog(
  log: LogCopy,
  target: ExportTarget,
  { key, ranges, onProgress }: LogExportOptions,
): Promise<{ readonly size: number; readonly copied: number }> {
  const { size, file } = await publishedCheckpoint(log, key);
  const names = namesOf(size, ranges ?? [{ from: 0, to: size }]);
  const kept = (await log.keptCheckpoints()).filter((one) => one <= size).map(keptCheckpointPath);
  const cosigned = (await log.keptCosignatures()).filter((one) => one <= size).map(cosignaturePath);
  const paths = [...names.map(tilePath), ...kept, ...cosigned];
  let copied = 0;
  for (const [done, path] of paths.entries()) {
    if (!(await target.has(path))) {
      const bytes = await log.get(path);
      if (bytes === undefined) throw new LogDamaged(`the log does not have the object ${path}`);
      await target.put(path, bytes);
      copied += 1;
    }
    onProgress?.({ done: done + 1, of: paths.length });
  }
  await target.put(keyPath, Buffer.from(`${verifierText(key)}\n`));
  await target.put(checkpointPath, file);
  return { size, copied };
}

function namesOf(size: number, ranges: readonly EntryRange[]): readonly TileName[] {
  const hashes = levelsOf(size).flatMap((level) => tilesBetween(level, 0, levelSize(size, level)));
  const wanted = tilesBetween('entries', 0, size).filter(({ index }) =>
    ranges.some(({ from, to }) => index * tileWidth < to && (index + 1) * tileWidth > from),
  );
  return [...hashes, ...wanted];
}

/**
 * Returns the published checkpoint of a log: its file, and the size of the tree in it.
 * @throws LogDamaged if there is no checkpoint yet, or the checkpoint is malformed, of another log or not signed by the key
 */
export async function publishedCheckpoint(
  log: Pick<LogCopy, 'get'>,
  key: NoteKey,
): Promise<{ readonly size: number; readonly file: Uint8Array }> {
  const file = await log.get(checkpointPath);
  if (file === undefined)
    throw new LogDamaged(
      'the log has no checkpoint yet. Export it after its first entries are sealed, which takes about a minute',
    );
  const opened = openCheckpoint(Buffer.from(file).toString(), key);
  if ('broken' in opened) throw new LogDamaged(checkpointProblems[opened.broken]);
  return { size: opened.checkpoint.size, file };
}
