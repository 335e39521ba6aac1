import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Corpus } from '../../contract/artefacts/corpus.ts';
import { snapshotFormat, snapshotTables } from '../../contract/artefacts/corpus.ts';
import type { LocatedText } from '../../contract/rows/located-text.ts';
import type { Marking } from '../../contract/authority/markings.ts';
import { formCounts, indexedForms, isCommon } from './forms.ts';
import { passagesOf, titleOf, type CutPassage } from './passages.ts';

/** The members of a corpus that its snapshot contains. */
export type SnapshotOf = Pick<Corpus, 'id' | 'title' | 'locale'> & { readonly markings: readonly Marking[] };

export interface CorpusDocument {
  readonly name: string;
  readonly located: LocatedText;
}

/**
 * Writes the file of a snapshot. The same documents always give the same bytes, because the order is fixed and no time
 * or path is written.
 * @returns the number of passages
 */
export async function writeSnapshot(
  file: string,
  corpus: SnapshotOf,
  documents: readonly CorpusDocument[],
): Promise<number> {
  await rm(file, { force: true });
  const database = new DatabaseSync(file);
  try {
    database.exec(
      'PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA encoding = "UTF-8"',
    );
    database.exec(snapshotTables);
    database.exec('BEGIN');
    putAbout(database, corpus);
    const count = putDocuments(database, corpus, documents);
    database.exec(`INSERT INTO words (words) VALUES ('optimize')`);
    database.exec('COMMIT');
    database.exec('VACUUM');
    return count;
  } finally {
    database.close();
  }
}

function putAbout(database: DatabaseSync, { id, title, locale, markings }: SnapshotOf): void {
  const put = database.prepare('INSERT INTO about (name, value) VALUES (?, ?)');
  const marked = JSON.stringify(markings.toSorted());
  const about = { corpus: id, format: snapshotFormat, locale, markings: marked, title };
  for (const [name, value] of Object.entries(about)) put.run(name, value);
}

interface Cut extends CutPassage {
  readonly passageId: string;
  readonly document: number;
  readonly text: string;
  readonly after: string;
}

/**
 * Returns the id of a passage. The number in the id has five digits, so that the ids of a document sort in the order of
 * the text.
 */
const passageId = (document: string, index: number): string => `${document}#${String(index + 1).padStart(5, '0')}`;

function putDocuments(
  database: DatabaseSync,
  { locale }: Pick<Corpus, 'locale'>,
  documents: readonly CorpusDocument[],
): number {
  const put = database.prepare(
    `INSERT INTO documents (id, name, title, media_type, source_hash, extractor, extractor_version, text_hash, lead)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const cut: Cut[] = [];
  for (const [i, { name, located }] of documents.entries()) {
    const { text, mediaType, sourceHash, extractor, extractorVersion, textHash } = located;
    const passages = passagesOf(located);
    const lead = text.slice(0, passages[0]?.start);
    put.run(i + 1, name, titleOf(located, name), mediaType, sourceHash, extractor, extractorVersion, textHash, lead);
    for (const [n, { start, end, section }] of passages.entries()) {
      const after = text.slice(end, passages[n + 1]?.start);
      cut.push({
        passageId: passageId(name, n),
        document: i + 1,
        section,
        start,
        end,
        text: text.slice(start, end),
        after,
      });
    }
  }
  putPassages(
    database,
    cut.sort((a, b) => (a.passageId < b.passageId ? -1 : 1)),
    locale,
  );
  return cut.length;
}

function putPassages(database: DatabaseSync, passages: readonly Cut[], locale: Corpus['locale']): void {
  const put = database.prepare(
    `INSERT INTO passages (id, passage_id, document, section, start, text, after) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [i, one] of passages.entries()) {
    put.run(i + 1, one.passageId, one.document, one.section, one.start, one.text, one.after);
  }
  const counts = formCounts(passages, locale);
  const index = database.prepare('INSERT INTO words (rowid, section, body) VALUES (?, ?, ?)');
  for (const [i, { section, text }] of passages.entries()) {
    const forms = (of: string): string =>
      indexedForms(of, locale, (form) => isCommon(counts, form, passages)).join(' ');
    index.run(i + 1, forms(section), forms(text));
  }
  const count = database.prepare('INSERT INTO frequencies (word, passages) VALUES (?, ?)');
  for (const [word, passages] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) count.run(word, passages);
}
