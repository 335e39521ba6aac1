import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSnapshot } from '../../../adapters/corpora/sqlite-snapshot.ts';
import { snapshotTables } from '../../../contract/artefacts/corpus.ts';
import { searchCorpus } from '../../../patterns/search/search.ts';
import { corpusBench, wording, type CorpusBench } from '../../support/corpora.ts';
import { factsOf } from '../../patterns/facts.ts';

let bench: CorpusBench;
beforeAll(async () => {
  bench = await corpusBench();
});
afterAll(() => bench.remove());

const id = `snap-${'a'.repeat(64)}`;

let written = 0;
/** Writes a snapshot of three passages as a build with that format wrote it: stems and numbers of clauses. */
function writtenAs(format: string): string {
  const file = join(bench.directory, `written-${written++}.sqlite`);
  const database = new DatabaseSync(file);
  database.exec(snapshotTables);
  const about = { corpus: wording.id, format, locale: 'en', markings: '[]', title: 'Wording' };
  for (const [name, value] of Object.entries(about))
    database.prepare('INSERT INTO about VALUES (?, ?)').run(name, value);
  database.exec(`INSERT INTO documents VALUES (1, 'a.md', 'A', 'text/markdown', 'h', 'markdown', '1', 't', '')`);
  const texts = ['Wear of tyres and a tear.', 'Wear and tear of all tyres, which article 5 names.', 'Other.'];
  const forms = ['wear of tyre and a tear', 'wear and tear of all tyre which article 5 name', 'other'];
  for (const [i, text] of texts.entries()) {
    database.prepare(`INSERT INTO passages VALUES (?, ?, 1, '', 0, ?, '')`).run(i + 1, `a.md#0000${i + 1}`, text);
    database.prepare(`INSERT INTO words (rowid, section, body) VALUES (?, '', ?)`).run(i + 1, forms[i] ?? '');
  }
  for (const word of ['wear', 'tear', 'tyre', 'article', '5'])
    database.prepare('INSERT INTO frequencies VALUES (?, 1)').run(word);
  database.close();
  return file;
}

async function found(format: string, text: string): Promise<readonly string[]> {
  const snapshot = openSnapshot(writtenAs(format), id);
  const corpora = { current: async () => id, open: async () => snapshot };
  const args = { query: { text }, corpus: wording.id, k: 10 };
  const call = { ...factsOf(), run: undefined };
  const { result } = await searchCorpus({ args, corpus: wording, call, corpora });
  return result.spans.map(({ passageId }) => passageId);
}

it('A build opens a snapshot of the previous format, ranks its passages as before, and corrects no word of a query', async () => {
  expect(await found('1', 'wear tear')).toEqual(['a.md#00001', 'a.md#00002']);
  expect(await found('1', 'article 5')).toEqual(['a.md#00002']);
  expect(await found('1', 'artycle')).toEqual([]);
});

it('A build writes its own format, opens the previous format too, and opens no older and no newer format', async () => {
  const { file } = await bench.build({ 'a.md': 'bir söz\n' });
  expect(openSnapshot(file, id)?.format).toBe('2');
  expect(openSnapshot(writtenAs('0'), id)).toBeUndefined();
  expect(openSnapshot(writtenAs('3'), id)).toBeUndefined();
});
