import * as z from 'zod';
import type { Hash } from '../values/canonical.ts';
import type { Immutable } from '../values/immutable.ts';
import { artefactNamed, title } from './parts.ts';
import type { Marking } from '../authority/markings.ts';

/** Languages whose inflected words a search can reduce to one form. A corpus has one language. */
export const corpusLocales = ['tr', 'en'] as const;
export type CorpusLocale = (typeof corpusLocales)[number];

/** A set of documents that can be searched. Its content is published as snapshots, apart from releases. */
export const corpus = z.strictObject({ ...artefactNamed('corpus'), title, locale: z.enum(corpusLocales) });
export type Corpus = Immutable<z.infer<typeof corpus>>;

/** `snap-` and the SHA-256 of the snapshot's bytes. A snapshot never changes: other bytes have another id. */
export type SnapshotId = string;

const form = /^snap-([0-9a-f]{64})$/;

export const snapshotIdOf = (digest: Hash): SnapshotId => `snap-${digest}`;

/**
 * The digest in a snapshot id, under which the content store keeps the bytes. Undefined if the text is not a snapshot
 * id.
 */
export const snapshotDigest = (id: SnapshotId): Hash | undefined => form.exec(id)?.[1];

export const corpusLimits = {
  /** A worker keeps a few snapshots in /tmp, which has 512 MB. */
  snapshotBytes: 64 * 1024 * 1024,
  /** UTF-16 units; an EvidenceSpan quotes at most 2 000. */
  passageUnits: 1400,
} as const;

/** Raised if another build could not read this build's snapshots, or would rank them differently. */
export const snapshotFormat = '1';

/**
 * A snapshot is one SQLite file. A document's text is its `lead`, followed by `text` and `after` of its passages in
 * order, so each text is stored once. `words` holds the words of each passage, as `patterns/search/words.ts` makes
 * them, by the rowid of the passage. Rowids have the order of the passage ids. `frequencies` holds for each word the
 * number of passages that contain it.
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

/** A passage of a snapshot. Offsets are UTF-16 units of the document's extracted text. */
export interface Passage {
  readonly passageId: string;
  readonly document: string;
  readonly title: string;
  /** The heading above the passage. Empty if there is none. */
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
  /** BM25, higher is better. It is rounded to `scoreScale` digits after the point before scores are compared. */
  readonly score: number;
}

/** Few enough digits that differences between processors' logarithms do not show. */
export const scoreScale = 9;

/** An open snapshot. Its bytes were checked against its id. */
export interface CorpusSnapshot {
  readonly id: SnapshotId;
  readonly locale: CorpusLocale;
  /** The markings of the corpus at the time of the build. A later change of the corpus file does not change them. */
  readonly markings: readonly Marking[];
  readonly passageCount: number;
  /** The number of passages that contain each word. A word that no passage contains is left out. */
  frequencies(words: readonly string[]): ReadonlyMap<string, number>;
  /** The best passages that contain any of the words. Passages with equal scores are in the order of their ids. */
  best(words: readonly string[], most: number, documents?: readonly string[]): readonly RankedPassage[];
}

export interface Corpora {
  /** The snapshot in force. Undefined if none was published. @throws Failure `dependency.unavailable` */
  current(corpus: string): Promise<SnapshotId | undefined>;
  /**
   * Undefined if this build cannot serve the snapshot: it is missing, its bytes do not match its id, or its corpus or
   * format is another one.
   * @throws Failure `dependency.unavailable`
   */
  open(corpus: string, snapshot: SnapshotId): Promise<CorpusSnapshot | undefined>;
}
