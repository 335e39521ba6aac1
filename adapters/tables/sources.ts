import type { AuditEvent } from '../../contract/audit.ts';
import { sha256 } from '../../contract/values/canonical.ts';
import type { ContentReader } from '../../contract/rows/content.ts';
import { Failure } from '../../contract/failures.ts';
import {
  isSourceId,
  settledAt,
  sourceName,
  textName,
  type LocatedText,
  type Source,
  type SourceId,
} from '../../contract/rows/located-text.ts';
import type { Sources } from '../../contract/system.ts';
import { noContent } from './aside.ts';
import type { Database, Write } from './database.ts';
import { reading } from './faults.ts';
import { itemOf, rowOf, rowText } from './item.ts';
import { eventItem } from './ledger-item.ts';
import { persist } from './persist.ts';

/** Reads sources and their texts for tools. @param now returns the time in epoch milliseconds */
export const sources = (database: Database, content: ContentReader = noContent, now = Date.now): Sources => ({
  async find(ids) {
    const known = [...new Set(ids.filter(isSourceId))];
    const asked = known.map((pk) => ({ in: 'sources', pk }) as const);
    const items = asked.length === 0 ? [] : await reading('dependency.unavailable', database.batchGet(asked));
    const rows = new Map(known.map((id, i) => [id, items[i]]));
    return ids.map((id) => {
      const item = rows.get(id);
      return item && settledAt(rowOf<Source>(item), now());
    });
  },

  async text({ id, text }) {
    if (text === undefined) throw new Failure('internal', 'the source has no text');
    const bytes = await content.get('texts', textName(sourceName(id), text));
    if (bytes === undefined)
      throw new Failure('internal', 'the text of a located source is missing from the content store');
    const json = Buffer.from(bytes).toString('utf8');
    if (sha256(json) !== text.digest)
      throw new Failure('internal', 'the text of the source does not match its recorded hash');
    // No further check is needed: the platform wrote this JSON, and its digest matches.
    return JSON.parse(json) as LocatedText;
  },
});

export interface SourceStore {
  find(id: SourceId): Promise<Source | undefined>;
  /**
   * Puts a new row, or replaces the row that was read, together with its event in one transaction. Returns `moved` if
   * the stored row has another version; then nothing is written.
   */
  put(change: { readonly from?: Source; readonly to: Source; readonly event: AuditEvent }): Promise<'put' | 'moved'>;
}

/** Reads and writes rows of sources, for the two functions that change them. */
export const sourceStore = (database: Database): SourceStore => ({
  async find(id) {
    const item = isSourceId(id) ? await reading('dependency.unavailable', database.get('sources', id)) : undefined;
    return item && rowOf<Source>(item);
  },

  async put({ from, to, event }) {
    const answer = await persist(database, [
      { put: eventItem(event), in: 'ledger', if: { is: 'absent' } },
      from === undefined ? putSource(to) : moveSource(from, to),
    ]);
    if (answer.written) return 'put';
    // If the stored event is ours, an earlier attempt succeeded and its answer was lost.
    const event0 = answer.failed.find(({ index }) => index === 0)?.stands;
    return event0?.['eventId'] === event.eventId ? 'put' : 'moved';
  },
});

const attributes = (row: Source) => ({ state: row.state, version: row.version, row: rowText(row) });

export const putSource = (row: Source): Write => ({
  put: itemOf(row.id, attributes(row)),
  in: 'sources',
  if: { is: 'absent' },
});

const moveSource = (from: Source, to: Source): Write => ({
  update: from.id,
  in: 'sources',
  set: attributes(to),
  if: { is: 'equal', attributes: { version: from.version } },
});
