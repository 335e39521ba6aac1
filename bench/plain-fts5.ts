import { DatabaseSync } from 'node:sqlite';
import type { Passage } from '../contract/artefacts/corpus.ts';

type Found = Pick<Passage, 'passageId' | 'text'>;

/**
 * Indexes passages as FTS5 does without any work of ours: its default tokenizer, and BM25 over the words of the
 * question joined by OR.
 */
export function plainFts5(passages: readonly Found[]): (question: string, most: number) => readonly string[] {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE VIRTUAL TABLE plain USING fts5 (body)');
  const put = database.prepare('INSERT INTO plain (rowid, body) VALUES (?, ?)');
  for (const [i, { text }] of passages.entries()) put.run(i + 1, text);
  const find = database.prepare('SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY bm25(plain), rowid LIMIT ?');
  return (question, most) => {
    const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
    const rows = find.all(words.map((word) => `"${word}"`).join(' OR '), most);
    return rows.map((row) => passages[Number(row['rowid']) - 1]?.passageId ?? '');
  };
}
