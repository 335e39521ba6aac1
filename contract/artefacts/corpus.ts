import * as z from 'zod';
import type { Hash } from '../values/canonical.ts';
import type { Immutable } from '../values/immutable.ts';
import { artefactNamed, title } from './parts.ts';
import type { Marking } from '../authority/markings.ts';

/** The languages that a search can stem. A corpus has one language. */
export const corpusLocales = ['tr', 'en', 'de'] as const;
export type CorpusLocale = (typeof corpusLocales)[number];

/** A set of documents that can be searched. Its content is published as snapshots, independently of releases. */
export const corpus = z.strictObject({ ...artefactNamed('corpus'), title, locale: z.enum(corpusLocales) });
export type Corpus = Immutable<z.infer<typeof corpus>>;

/**
 * The id of a snapshot: `snap-` and the SHA-256 of its bytes. A snapshot never changes, because other bytes have
 * another id.
 */
export type SnapshotId = string;

const form = /^snap-([0-9a-f]{64})$/;

export const snapshotIdOf = (digest: Hash): SnapshotId => `snap-${digest}`;

/**
 * Returns the digest in a snapshot id. The content store keeps the bytes under this digest. Undefined if the text is
 * not a snapshot id.
 */
export const snapshotDigest = (id: SnapshotId): Hash | undefined => form.exec(id)?.[1];

export const corpusLimits = {
  /** A Lambda worker keeps a few snapshots in /tmp, which has 512 MB. */
  snapshotBytes: 64 * 1024 * 1024,
  /**
   * The length of a passage in UTF-16 units. A passage must fit into an EvidenceSpan, which quotes at most 2 000 units.
   */
  passageUnits: 1400,
} as const;

/**
 * The version of the format. It must be raised if another build could not read this build's snapshots, or would rank
 * their passages differently.
 */
export const snapshotFormat = '2';

/**
 * The formats that this build can search: the format of this build, and the previous format, because open runs may
 * still pin snapshots in it.
 */
export const snapshotFormats = ['1', snapshotFormat] as const;
export type SnapshotFormat = (typeof snapshotFormats)[number];

/**
 * The tables of a snapshot, which is one SQLite file. A document's text is its `lead`, followed by the `text` and
 * `after` of its passages in order, so each text is stored once. Rowids of `passages` have the order of the passage
 * ids. `words` indexes the words of each passage under the same rowid, normalized by `patterns/search/words.ts`.
 * `frequencies` has the number of passages that contain each word. In format 2, `frequencies` also counts words with
 * their endings, and `words` also indexes a word with its ending if the stem of the word is common.
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

/** A passage of a document in a snapshot. Offsets count UTF-16 units of the document's located text. */
export interface Passage {
  readonly passageId: string;
  readonly document: string;
  readonly title: string;
  /** The heading above the passage. Empty if the passage has no heading above it. */
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
  /** The BM25 score; higher is better. Scores are rounded to `scoreScale` decimal places before they are compared. */
  readonly score: number;
}

/**
 * Decimal places of a score. Different processors compute slightly different logarithms. Rounding to this precision
 * removes the differences.
 */
export const scoreScale = 9;

/** An open snapshot whose bytes were checked against its id. */
export interface CorpusSnapshot {
  readonly id: SnapshotId;
  readonly format: SnapshotFormat;
  readonly locale: CorpusLocale;
  /**
   * The markings that the corpus had when the snapshot was built. A later change of the corpus file does not change
   * them.
   */
  readonly markings: readonly Marking[];
  readonly passageCount: number;
  /** Returns the number of passages that contain each word. A word that no passage contains is left out. */
  frequencies(words: readonly string[]): ReadonlyMap<string, number>;
  /** Returns the best passages that contain any of the words. Passages with equal scores are ordered by id. */
  best(words: readonly string[], most: number, documents?: readonly string[]): readonly RankedPassage[];
}

export interface Corpora {
  /**
   * Returns the snapshot in force. Undefined if no snapshot was published.
   * @throws Failure `dependency.unavailable`
   */
  current(corpus: string): Promise<SnapshotId | undefined>;
  /**
   * Opens a snapshot. Undefined if the snapshot is missing, its bytes do not match its id, it belongs to another
   * corpus, or it has another format.
   * @throws Failure `dependency.unavailable`
   */
  open(corpus: string, snapshot: SnapshotId): Promise<CorpusSnapshot | undefined>;
}
