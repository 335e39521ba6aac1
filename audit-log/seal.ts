import { createHash } from 'node:crypto';
import { checkpointText } from './checkpoint.ts';
import { entriesOf } from './entry-bundle.ts';
import { indexedBefore } from './indexed.ts';
import { grownBy, emptyFrontier, isSameHash, leafHash, rootOf, type Frontier } from './merkle.ts';
import { signatureLine } from './signed-note.ts';
import {
  batchPath,
  checkpointPath,
  keptCheckpointPath,
  redrivenPath,
  type CommittedBatch,
  type LogHead,
  type LogObjects,
  type LogRows,
  type Sealed,
  type Signer,
} from './store.ts';
import { frontierOf } from './tree-reader.ts';
import { LogDamaged, writeTree } from './tree-writer.ts';

export interface Sealing {
  readonly rows: LogRows;
  readonly objects: LogObjects;
  readonly signer: Signer;
  /** The name of the log. */
  readonly origin: string;
  readonly now: () => number;
}

/** Number of entries that one step holds in memory. */
const stepEntries = 8 * 1024;

/**
 * Derives bundles and tiles from the committed batches, then signs and publishes at most one checkpoint. If the tree
 * has not grown, it signs nothing. It can be repeated after a crash at any point. Two calls at the same time publish
 * the same tree, because all bytes follow from the committed rows alone.
 * @returns the size that is sealed now
 * @throws LogDamaged if an object is missing or the entries do not have the committed root; then nothing is signed
 */
export async function seal(sealing: Sealing): Promise<number> {
  const { rows, objects } = sealing;
  // The probe's row is read before the head. So the head has at least the shard positions that the probe saw.
  const { row: indexed } = await rows.indexed();
  const { row: head } = await rows.head();
  const { row: sealed, version } = await rows.sealed();
  const from = sealed?.size ?? 0;
  if (head === undefined || head.frontier.size === from) return repaired(objects, sealed);
  await writeCommitted(sealing, from, head.frontier);
  for (const span of head.redriven ?? [])
    if (span.first + span.count > from) await objects.put(redrivenPath(span), Buffer.from('{}'));
  const until = indexed && indexedBefore(indexed, head.positions);
  const next = {
    ...(await signed(sealing, head.frontier)),
    ...(until === undefined ? {} : { until }),
    ...(sealed?.witnessed === undefined ? {} : { witnessed: sealed.witnessed }),
  };
  await objects.put(keptCheckpointPath(next.size), Buffer.from(next.checkpoint));
  // Another call has sealed in the meantime. The next call seals the entries that are still missing.
  if ((await rows.seal(next, version)) === 'moved') return from;
  await objects.replace(checkpointPath, Buffer.from(next.checkpoint));
  return next.size;
}

/** Publishes the checkpoint of the row if an earlier call wrote the row and ended before it published. */
async function repaired(objects: LogObjects, sealed: Sealed | undefined): Promise<number> {
  if (sealed === undefined) return 0;
  const published = await objects.get(checkpointPath);
  const bytes = Buffer.from(sealed.checkpoint);
  if (published === undefined || !bytes.equals(published)) await objects.replace(checkpointPath, bytes);
  return sealed.size;
}

/** Writes the tree up to the size of the head, and checks that the tree has the root of the head. */
async function writeCommitted({ rows, objects }: Sealing, from: number, head: Frontier): Promise<void> {
  let frontier: Frontier = from === 0 ? emptyFrontier : await frontierOf(objects, from);
  while (frontier.size < head.size) {
    const entries: Uint8Array[] = [];
    const start = frontier.size;
    while (entries.length < stepEntries && start + entries.length < head.size) {
      entries.push(...(await committedEntries({ rows, objects }, start + entries.length)));
    }
    await writeTree(objects, start, entries);
    frontier = grownBy(frontier, entries.map(leafHash));
  }
  if (!isSameHash(rootOf(frontier), rootOf(head))) {
    throw new LogDamaged(`the first ${head.size} entries do not have the committed root`);
  }
}

async function committedEntries({ rows, objects }: Pick<Sealing, 'rows' | 'objects'>, first: number) {
  const batch = await rows.batch(first);
  if (batch === undefined) throw new LogDamaged(`no committed batch begins at entry ${first}`);
  return readBatch(objects, batch);
}

/** Reads the entries of a committed batch. @throws LogDamaged if the object is missing or does not match the row */
export async function readBatch(
  objects: Pick<LogObjects, 'get'>,
  batch: CommittedBatch,
): Promise<readonly Uint8Array[]> {
  const bytes = await objects.get(batchPath(batch.hash));
  if (bytes === undefined) throw new LogDamaged(`${batchPath(batch.hash)} is missing`);
  if (createHash('sha256').update(bytes).digest('hex') !== batch.hash) {
    throw new LogDamaged(`${batchPath(batch.hash)} does not have the hash that its name says`);
  }
  const entries = entriesOf(bytes);
  if (entries?.length !== batch.count)
    throw new LogDamaged(`${batchPath(batch.hash)} does not hold ${batch.count} entries`);
  return entries;
}

async function signed({ signer, origin, now }: Sealing, { size, peaks }: LogHead['frontier']): Promise<Sealed> {
  const text = checkpointText({ origin, size, root: rootOf({ size, peaks }) });
  const key = { name: origin, publicKey: await signer.publicKey() };
  const line = signatureLine(key, await signer.sign(Buffer.from(text)));
  return { size, checkpoint: `${text}\n${line}`, sealedAt: new Date(now()).toISOString() };
}
