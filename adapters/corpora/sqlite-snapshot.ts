import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import * as z from 'zod';
import {
  corpusLocales,
  scoreScale,
  snapshotFormats,
  type CorpusSnapshot,
  type RankedPassage,
  type SnapshotId,
} from '../../contract/artefacts/corpus.ts';

/**
 * Builds the query that ranks passages. A word in a section's heading has half the weight of a word in the passage
 * itself.
 */
const ranking = (from: string): string => `
SELECT p.passage_id, d.name, d.title, p.section, d.source_hash, d.extractor, d.extractor_version, d.text_hash, p.start,
  p.text, best.score
FROM (
  SELECT words.rowid AS id, round(-bm25(words, 0.5, 1.0), ${scoreScale}) AS score
  ${from}
  ORDER BY score DESC, id LIMIT :most
) AS best
JOIN passages AS p ON p.id = best.id
JOIN documents AS d ON d.id = p.document
ORDER BY best.score DESC, p.id`;

const anywhere = ranking('FROM words WHERE words MATCH :words');
const within = ranking(`FROM words
  JOIN passages AS candidate ON candidate.id = words.rowid
  WHERE words MATCH :words
    AND candidate.document IN (SELECT id FROM documents WHERE name IN (SELECT value FROM json_each(:documents)))`);

type Row = Record<string, SQLOutputValue>;
const text = (row: Row, column: string): string => String(row[column]);
const number = (row: Row, column: string): number => Number(row[column]);

export interface OpenSnapshot extends CorpusSnapshot {
  readonly corpus: string;
}

/**
 * Opens a snapshot file read-only. Undefined if the file is not a snapshot in a format that this build knows.
 * @param id the id of the file's bytes, which the caller has checked
 */
export function openSnapshot(file: string, id: SnapshotId): OpenSnapshot | undefined {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const about = aboutOf(database);
    if (about) return opened(database, id, about);
  } catch {
    // SQLite throws if the file is not a database or lacks a table. Both mean that it is not a snapshot.
  }
  database.close();
  return undefined;
}

const aboutForm = z.object({
  corpus: z.string(),
  format: z.enum(snapshotFormats),
  locale: z.enum(corpusLocales),
  markings: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(z.string())),
});
type About = z.infer<typeof aboutForm>;

function aboutOf(database: DatabaseSync): About | undefined {
  const rows = database.prepare('SELECT name, value FROM about').all();
  return aboutForm.safeParse(Object.fromEntries(rows.map((row) => [text(row, 'name'), text(row, 'value')]))).data;
}

function opened(database: DatabaseSync, id: SnapshotId, { corpus, format, locale, markings }: About): OpenSnapshot {
  const rank = database.prepare(anywhere);
  const rankWithin = database.prepare(within);
  const frequency = database.prepare('SELECT passages FROM frequencies WHERE word = ?');
  const passageCount = number(database.prepare('SELECT count(*) AS count FROM passages').get() ?? {}, 'count');
  return {
    id,
    corpus,
    format,
    locale,
    markings,
    passageCount,
    frequencies: (words) =>
      new Map(
        words.flatMap((word) => {
          const row = frequency.get(word);
          return row === undefined ? [] : [[word, number(row, 'passages')] as const];
        }),
      ),
    best: (words, most, documents) => {
      if (words.length === 0) return [];
      const match = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ');
      const rows =
        documents === undefined
          ? rank.all({ words: match, most })
          : rankWithin.all({ words: match, most, documents: JSON.stringify(documents) });
      return rows.map(rankedOf);
    },
  };
}

const rankedOf = (row: Row): RankedPassage => ({
  passage: {
    passageId: text(row, 'passage_id'),
    document: text(row, 'name'),
    title: text(row, 'title'),
    section: text(row, 'section'),
    sourceHash: text(row, 'source_hash'),
    extractor: text(row, 'extractor'),
    extractorVersion: text(row, 'extractor_version'),
    textHash: text(row, 'text_hash'),
    start: number(row, 'start'),
    text: text(row, 'text'),
  },
  score: number(row, 'score'),
});
