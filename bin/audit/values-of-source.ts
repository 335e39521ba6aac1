import type { Database } from '../../adapters/tables/database.ts';
import { rowOf, rowText } from '../../adapters/tables/item.ts';
import { erasedHash } from '../../adapters/tables/aside.ts';
import { sourceName, textName, type Source } from '../../contract/rows/located-text.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { noValues, type KeptValues } from './kept-values.ts';

/**
 * Finds the bytes and the text of a source, and the hashes of both in its row. The row becomes `refused` with the
 * exception `source.erased`. The parts of the source are sources of their own, so they are named and not erased.
 * @throws UsageError if the source does not exist
 */
export async function valuesOfSource(database: Database, id: string, nowMillis: number): Promise<KeptValues> {
  const item = await database.get('sources', id);
  if (item === undefined) throw new UsageError(`there is no source ${id}. Check the id: it begins with src-`);
  const source = rowOf<Source>(item);
  const beside = (source.parts ?? []).map((part) => `logic-plane audit erase ${part.id}`);
  if (source.exception?.kind === 'source.erased') return { ...noValues, beside };
  const { text, name: _name, ...rest } = source;
  const row: Source = {
    ...rest,
    sourceHash: erasedHash,
    state: 'refused',
    exception: { kind: 'source.erased', detail: 'an operator erased the bytes and the text of the source' },
    version: source.version + 1,
    at: new Date(nowMillis).toISOString(),
  };
  return {
    ...noValues,
    rows: [
      {
        update: id,
        in: 'sources',
        set: { state: row.state, version: row.version, row: rowText(row) },
        if: { is: 'equal', attributes: { version: source.version } },
      },
    ],
    objects: [
      { area: 'sources', name: sourceName(id) },
      ...(text === undefined ? [] : [{ area: 'texts', name: textName(sourceName(id), text) } as const]),
    ],
    beside,
  };
}
