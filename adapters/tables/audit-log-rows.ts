import type { Indexed } from '../../audit-log/indexed.ts';
import type { CommittedBatch, LogHead, LogRows, Sealed, VersionedObject } from '../../audit-log/store.ts';
import type { WriteCondition, Database, Item, Write } from './database.ts';
import { reading } from './faults.ts';
import { itemOf, rowOf, rowText } from './item.ts';
import { persist } from './persist.ts';

/**
 * Reads and writes the rows of the audit log in the store `log`: its current state, the committed batches, and how far
 * it is sealed.
 */
export const auditLogRows = (database: Database): LogRows => ({
  async head() {
    return versioned(await read(database, 'head'), headOf);
  },
  async commit({ head, batch }, seen) {
    const answer = await persist(database, [
      { put: itemOf('head', { version: seen + 1, row: headText(head) }), in: 'log', if: atVersion(seen) },
      ...(batch === undefined ? [] : [putBatchRow(batch)]),
    ]);
    return answer.written ? 'done' : 'moved';
  },
  async batch(first) {
    const item = await read(database, batchKey(first));
    return item && rowOf<CommittedBatch>(item);
  },
  async sealed() {
    return versioned(await read(database, 'sealed'), (item) => rowOf<Sealed>(item));
  },
  async seal(sealed, seen) {
    return replace(database, 'sealed', { row: sealed, seen });
  },
  async indexed() {
    return versioned(await read(database, 'indexed'), (item) => rowOf<Indexed>(item));
  },
  async noteIndexed(indexed, seen) {
    return replace(database, 'indexed', { row: indexed, seen });
  },
});

const putBatchRow = (batch: CommittedBatch): Write => ({
  put: itemOf(batchKey(batch.first), { row: rowText(batch) }),
  in: 'log',
  if: { is: 'absent' },
});

async function replace(
  database: Database,
  key: 'sealed' | 'indexed',
  { row, seen }: { readonly row: object; readonly seen: number },
): Promise<'done' | 'moved'> {
  const put = itemOf(key, { version: seen + 1, row: rowText(row) });
  const answer = await persist(database, [{ put, in: 'log', if: atVersion(seen) }]);
  return answer.written ? 'done' : 'moved';
}

const read = (database: Database, key: string): Promise<Item | undefined> =>
  reading('dependency.unavailable', database.get('log', key));

/** Returns the key of a batch. Numbers with sixteen digits have the same order as text. */
const batchKey = (first: number): string => `batch#${String(first).padStart(16, '0')}`;

const atVersion = (seen: number): WriteCondition =>
  seen === 0 ? { is: 'absent' } : { is: 'equal', attributes: { version: seen } };

const versioned = <T>(item: Item | undefined, of: (item: Item) => T): VersionedObject<T> => ({
  row: item && of(item),
  version: Number(item?.['version'] ?? 0),
});

interface HeadRow {
  readonly size: number;
  /** The hashes in base64. */
  readonly peaks: readonly string[];
  readonly positions: LogHead['positions'];
  readonly redriven?: LogHead['redriven'];
}

const headText = ({ frontier: { size, peaks }, positions, redriven }: LogHead): string =>
  rowText({
    size,
    peaks: peaks.map((peak) => Buffer.from(peak).toString('base64')),
    positions,
    ...(redriven && { redriven }),
  } satisfies HeadRow);

function headOf(item: Item): LogHead {
  const { size, peaks, positions, redriven } = rowOf<HeadRow>(item);
  return {
    frontier: { size, peaks: peaks.map((peak) => Buffer.from(peak, 'base64')) },
    positions,
    ...(redriven && { redriven }),
  };
}
