import { entriesOf } from './entry-bundle.ts';
import { readBatch } from './seal.ts';
import { bundlePath, type EntryRange } from './span.ts';
import type { LogObjects, LogRows } from './store.ts';
import { tileWidth } from './tile-path.ts';
import { LogDamaged } from './tree-writer.ts';

/**
 * Yields the entries of a range of whole bundles, bundle by bundle. `size` is the size of the sealed log.
 * @throws LogDamaged if a bundle is missing or malformed
 */
export async function* sealedEntries(
  objects: Pick<LogObjects, 'get'>,
  size: number,
  { from, to }: EntryRange,
): AsyncGenerator<readonly Uint8Array[]> {
  for (let index = Math.floor(from / tileWidth); index * tileWidth < to; index += 1) {
    const path = bundlePath(size, index);
    const bytes = await objects.get(path);
    const entries = bytes && entriesOf(bytes);
    if (entries === undefined) throw new LogDamaged(`${path} is missing or malformed`);
    yield entries;
  }
}

/** Yields the entries that are committed but not sealed yet, batch by batch. @throws LogDamaged if a batch is missing */
export async function* unsealedEntries(
  { rows, objects }: { readonly rows: Pick<LogRows, 'batch'>; readonly objects: Pick<LogObjects, 'get'> },
  { from, to }: EntryRange,
): AsyncGenerator<readonly Uint8Array[]> {
  for (let first = from; first < to;) {
    const batch = await rows.batch(first);
    if (batch === undefined) throw new LogDamaged(`no committed batch begins at entry ${first}`);
    yield await readBatch(objects, batch);
    first += batch.count;
  }
}
