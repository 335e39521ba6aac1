import type { Database } from '../../../adapters/tables/database.ts';
import { headWriter } from '../../../adapters/tables/head.ts';
import type { ReleaseEvent } from '../../../contract/audit.ts';

/** Writes a known head, and returns its writer, its version, and the events of all later changes of it. */
export async function headAtRest(database: Database) {
  const events: ReleaseEvent[] = [];
  const writer = headWriter({
    get: (table, pk) => database.get(table, pk),
    batchGet: (keys) => database.batchGet(keys),
    query: (query) => database.query(query),
    pages: (pages) => database.pages(pages),
    write: async (writes) => {
      const answer = await database.write(writes);
      for (const write of answer.written ? writes : []) {
        if ('put' in write && write.in === 'ledger')
          events.push(JSON.parse(String(write.put['event'])) as ReleaseEvent);
      }
      return answer;
    },
  });
  const { version } = await writer.read();
  await writer.write({ release: 'release-0', withdrawn: [], suspended: [] }, version);
  events.length = 0;
  return { writer, at: version + 1, events };
}
