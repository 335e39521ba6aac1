import * as z from 'zod';
import type { Hash } from '../values/canonical.ts';
import type { Immutable } from '../values/immutable.ts';
import { named, title } from './parts.ts';
import type { Marking } from '../authority/markings.ts';

/** Languages whose words a search knows to bring to one form; a corpus is of one. */
export const corpusLocales = ['tr', 'en'] as const;
export type CorpusLocale = (typeof corpusLocales)[number];

/** What may be searched. Its content is published as snapshots, apart from releases. */
export const corpus = z.strictObject({ ...named('corpus'), title, locale: z.enum(corpusLocales) });
export type Corpus = Immutable<z.infer<typeof corpus>>;

/** `snap-` and the SHA-256 of the snapshot's bytes: a snapshot is never changed, another one is another id. */
export type SnapshotId = string;

const form = /^snap-([0-9a-f]{64})$/;

export const snapshotIdOf = (digest: Hash): SnapshotId => `snap-${digest}`;

/** The digest that an id names, under which the content store keeps it; undefined for what is no id. */
export const snapshotDigest = (id: SnapshotId): Hash | undefined => form.exec(id)?.[1];

export const corpusLimits = {
  /** A worker holds a few of them in /tmp, which has 512 MB. */
  snapshotBytes: 64 * 1024 * 1024,
  /** UTF-16 units; an EvidenceSpan quotes at most 2 000. */
  passageUnits: 1400,
} as const;

/** Raised when another build could not read what this one writes, or would rank it otherwise. */
export const snapshotFormat = '1';

/**
 * A snapshot is one SQLite file. A document's text is `lead` and then `text` and `after` of its passages in order: it
 * stands there once, and whole. `words` holds the passages' words as `patterns/search/words.ts` makes them, by the rowid of
 * the passage; rowids are in the order of the passage ids. `frequencies` says in how many passages a word stands.
 */
export const snapshotTables = `
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE documents (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, title TEXT NOT NULL, media_type TEXT NOT NULL,
  source_hash TEXT NOT NULL, extractor TEXT NOT NULL, extractor_version TEXT NOT NULL, text_hash TEXT NOT NULL,
  lead TEXT NOT NULL
);
CREATE TABLE passages (
  id INTEGER PRIMARY KEY, passage_id TEXT NOT NULL UNIQUE, document INTEGER NOT NULL REFERENCES documents,
  section TEXT NOT NULL, start INTEGER NOT NULL, text TEXT NOT NULL, after TEXT NOT NULL
);
CREATE INDEX passages_of ON passages (document, start);
CREATE TABLE frequencies (word TEXT PRIMARY KEY, passages INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5 (section, body, content='', tokenize='ascii');
`;

/** A passage as it stands in a snapshot; offsets are UTF-16 units of the document's extracted text. */
export interface Passage {
  readonly passageId: string;
  readonly document: string;
  readonly title: string;
  /** The heading that it stands under; empty where there is none. */
  readonly section: string;
  readonly sourceHash: Hash;
  readonly extractor: string;
  readonly extractorVersion: string;
  readonly textHash: Hash;
  readonly start: number;
  readonly text: string;
}

export interface RankedPassage {
  readonly passage: Passage;
  /** BM25, higher is better, rounded to `scoreScale` digits after the point before it was compared. */
  readonly score: number;
}

/** So far from the last digits of a double that no processor's logarithm shows in it. */
export const scoreScale = 9;

/** A snapshot that is open: its bytes are those that its id names. */
export interface CorpusSnapshot {
  readonly id: SnapshotId;
  readonly locale: CorpusLocale;
  /** Those of its corpus when it was built: what is marked higher since, or lower, is not unmarked by a later file. */
  readonly markings: readonly Marking[];
  readonly passageCount: number;
  /** In how many passages each of the words stands; a word that is in none is left out. */
  frequencies(words: readonly string[]): ReadonlyMap<string, number>;
  /** The best passages that hold any of the words; equal scores in the order of the passage ids. */
  best(words: readonly string[], most: number, documents?: readonly string[]): readonly RankedPassage[];
}

export interface Corpora {
  /** The snapshot in force; undefined where none was published. @throws Failure `dependency.unavailable` */
  current(corpus: string): Promise<SnapshotId | undefined>;
  /**
   * Undefined where this build cannot serve it: it is not there, its bytes are others, it is of another corpus or format.
   * @throws Failure `dependency.unavailable`
   */
  open(corpus: string, snapshot: SnapshotId): Promise<CorpusSnapshot | undefined>;
}
