import type { ImportEvent } from '../../contract/audit.ts';
import { canonicalJson, hashOf } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import { newUuid, ownEventId } from '../../contract/dispatch/keys.ts';
import { objectBatch, objectBatchBytes, type ObjectWriter, type OntologyObject } from '../../contract/rows/objects.ts';
import type { Ledger } from '../../contract/system.ts';
import type { ObjectType } from './object-type.ts';
import { objectLines, survey, type Identified, type Surveyed } from './read-objects.ts';

export interface ImportOptions {
  readonly file: string;
  readonly type: ObjectType;
  readonly writer: ObjectWriter;
  readonly ledger: Pick<Ledger, 'note'>;
  /** The release that is in force during the import. */
  readonly release: string;
  readonly now: () => number;
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
}

export type Imported =
  | { readonly refused: Surveyed }
  | { readonly fileHash: string; readonly objects: number; readonly counts: NonNullable<ImportEvent['counts']> };

/** Number of batches at the same time: enough to use a table well, and not too many for a new table. */
const atOnce = 4;
const rereads = 8;

/**
 * Imports the objects of a file. It first reads the whole file, and writes nothing if a line is bad. An object that is
 * already stored with the same content is not written again, so a repeated import continues after an interruption.
 * @throws Failure `ledger.unanswered`, `dependency.unavailable`, `write.conflict`
 */
export async function importObjects(options: ImportOptions): Promise<Imported> {
  const { file, type, ledger, onProgress } = options;
  const surveyed = await survey(file, type);
  if (surveyed.badLines > 0) return { refused: surveyed };
  const { objects: of, fileHash } = surveyed;
  const about = { subject: type.id, fileHash, objects: of };
  await ledger.note(eventOf(options, { ...about, step: 'began' }));
  const counts = { created: 0, changed: 0, unchanged: 0 };
  let done = 0;
  const work = batches(file, type);
  const take = async (): Promise<void> => {
    for await (const batch of work) {
      const put = await putBatch(batch, options);
      counts.created += put.created;
      counts.changed += put.changed;
      counts.unchanged += put.unchanged;
      done += batch.length;
      onProgress?.({ done, of });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, take));
  await ledger.note(eventOf(options, { ...about, step: 'ended', counts }));
  return { fileHash, objects: of, counts };
}

async function* batches(file: string, type: ObjectType): AsyncGenerator<readonly Identified[]> {
  let batch: Identified[] = [];
  let bytes = 0;
  for await (const { read } of objectLines(file, type)) {
    // The first pass found no bad line, so the file was changed since then.
    if ('message' in read)
      throw new Failure('request.invalid', 'the file was changed while it was read. Import it again');
    const own = Buffer.byteLength(canonicalJson(read.value));
    if (batch.length === objectBatch || bytes + own > objectBatchBytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(read);
    bytes += own;
  }
  if (batch.length > 0) yield batch;
}

async function putBatch(batch: readonly Identified[], { type, writer, now }: ImportOptions) {
  const ids = batch.map(({ id }) => id);
  for (let reread = 0; reread < rereads; reread += 1) {
    // oxlint-disable-next-line no-await-in-loop -- planned from what stands
    const standing = await writer.current(type.id, ids);
    const puts = batch.flatMap((one, i) => nextOf(one, { now: standing[i], atMillis: now() }, type));
    // oxlint-disable-next-line no-await-in-loop -- another has moved one of them: all are planned again
    if (puts.length > 0 && (await writer.put(puts)) === 'moved') continue;
    const created = puts.filter(({ version }) => version === 1).length;
    return { created, changed: puts.length - created, unchanged: batch.length - puts.length };
  }
  throw new Failure('write.conflict', 'other writers keep changing the objects of this file. Import it again');
}

function nextOf(
  { id, value }: Identified,
  { now, atMillis }: { readonly now: OntologyObject | undefined; readonly atMillis: number },
  { id: type, markings }: ObjectType,
): readonly OntologyObject[] {
  if (now && hashOf([now.value, now.markings]) === hashOf([value, markings])) return [];
  const at = new Date(Math.max(atMillis, now === undefined ? 0 : Date.parse(now.at))).toISOString();
  return [{ type, id, version: (now?.version ?? 0) + 1, markings, value, at }];
}

const eventOf = (
  { release, now }: ImportOptions,
  facts: Pick<ImportEvent, 'subject' | 'step' | 'fileHash' | 'objects' | 'counts'>,
): ImportEvent => ({
  kind: 'import',
  eventId: ownEventId('import', newUuid()),
  at: new Date(now()).toISOString(),
  // CloudTrail says who used the AWS credentials.
  actor: { kind: 'platform', id: 'import', name: 'import' },
  release,
  ...facts,
});
