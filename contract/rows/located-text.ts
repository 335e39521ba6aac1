import { hashOf, sha256, type Hash } from '../values/canonical.ts';
import type { Actor } from '../authority/identity.ts';
import type { PageBox } from './scanned-page.ts';
import type { Marking } from '../authority/markings.ts';

/**
 * The id of a source: `src-` and a hash of its sender, its bytes and its media type (`sourceIdOf`). The bytes are stored
 * under the same hash.
 */
export type SourceId = string;

/**
 * `awaited`: the source was announced, but its bytes have not arrived. `received`: its text is being made. `located`:
 * its text is stored. `refused`: no text can be made of it. If the extractor has a new version, an upload of the same
 * bytes starts the work again.
 */
export const sourceStates = ['awaited', 'received', 'located', 'refused'] as const;
export type SourceState = (typeof sourceStates)[number];

/** The kinds of exception of a source for which no text could be made, and what the sender can do. */
export const sourceExceptions = {
  'source.corrupt': 'Send an undamaged file whose bytes match the announced hash and size.',
  'source.encrypted': 'Send the file without a password.',
  'source.media_type_mismatch': 'Announce the media type that matches the bytes.',
  'source.too_large': 'Send a smaller file, or send it in parts: the detail says what is too large.',
  'source.bomb': 'Send a file with less nesting and less compression: reading this file would need too much memory.',
  'source.unsupported':
    'Send a file with text, of a media type that the platform can read. If the detail lists charsets or delimiters, use one of them.',
  'source.no_text':
    'Send a PDF that contains its text. For scans, an operator can configure Amazon Textract with sources.textract in tenant.yaml.',
  'source.time_limit': 'Send the file in parts: reading the whole file takes too long.',
  'source.unreadable':
    'Send the content in another form, such as a newly printed PDF: every attempt to read this file failed.',
  'source.erased':
    'An operator erased the source. Send it again only if the reason for the erasure does not forbid it.',
  'source.stalled': 'Send the file again: its bytes did not arrive in time, or its text was not made in time.',
} as const;
export type SourceExceptionKind = keyof typeof sourceExceptions;

export interface SourceException {
  readonly kind: SourceExceptionKind;
  /** Facts about the source, never a value from it. */
  readonly detail: string;
}

/** A source as the platform stores it: one row. Its bytes and its text are in the content store under their hashes. */
export interface Source {
  readonly id: SourceId;
  /**
   * The sender. Nobody else can change the source. A part, such as an attachment, has the sender of the source that
   * contains it.
   */
  readonly by: Actor;
  /** The name of the file, as its sender or the document around it gives it. It contains only visible characters. */
  readonly name?: string;
  /** Only for a part, such as an attachment: the source that contains it. */
  readonly partOf?: SourceId;
  /** The SHA-256 of the bytes. */
  readonly sourceHash: Hash;
  /** The announced media type, in lower case, with its parameters: `text/csv; charset=windows-1254`. */
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** The sender can add markings and cannot remove any. Only an operator can lower them. */
  readonly markings: readonly Marking[];
  readonly state: SourceState;
  /** Rises by one with each change of the row. */
  readonly version: number;
  /** The instant of the last change of the row; ISO 8601, UTC. */
  readonly at: string;
  /** The depth of nesting: 0 for a source that a caller sent, 1 for its attachments. */
  readonly depth: number;
  /** Present as soon as the source is `located`: the extractor that made the text, and the hashes of the text. */
  readonly text?: {
    readonly extractor: string;
    readonly extractorVersion: string;
    /** The hash of the text alone. Evidence spans and receipts contain it. */
    readonly textHash: Hash;
    /** The hash of everything that is stored for the text, such as its regions and tables. */
    readonly digest: Hash;
  };
  /** The parts, such as the attachments of an e-mail, that became sources of their own. */
  readonly parts?: readonly { readonly name: string; readonly id: SourceId; readonly mediaType: string }[];
  readonly exception?: SourceException;
  /** Only while the source is `received`: how often reading it was attempted. */
  readonly attempts?: number;
  /** True until the bytes arrive: the row is only an announcement. Until then, only the sender can see the row. */
  readonly announced?: true;
}

/**
 * An upload URL is valid for 15 minutes, and the event of an upload is retried for one hour at most. Together that is
 * 75 minutes.
 */
const stalledMillis = 75 * 60 * 1000;

/**
 * Returns a source as callers see it at the given time. A source that has waited too long counts as refused, so nobody
 * waits for it forever.
 * @param now milliseconds since 1970
 */
export function settledAt(source: Source, now: number): Source {
  const waits = source.state === 'awaited' || source.state === 'received';
  if (!waits || now - Date.parse(source.at) < stalledMillis) return source;
  const detail =
    source.state === 'awaited'
      ? 'the bytes of the source did not arrive in time'
      : 'the text of the source was not made in time';
  return { ...source, state: 'refused', exception: { kind: 'source.stalled', detail } };
}

/**
 * The text of a source. It is made once for each source and extractor version, before any tool asks for it. Offsets
 * count UTF-16 units of `text` and never change for one extractor version, so every evidence span stays valid.
 */
export interface LocatedText {
  readonly sourceHash: Hash;
  readonly extractor: string;
  readonly extractorVersion: string;
  readonly mediaType: string;
  readonly text: string;
  readonly textHash: Hash;
  /** Pages, headers, bodies, paragraphs and so on. Regions may be nested. */
  readonly regions: readonly TextRegion[];
  readonly tables: readonly LocatedTable[];
  /**
   * Only for JSON: the JSON Pointer (RFC 6901) of each scalar, with its span in the text. The span of a string is the
   * text between its quotes, with its escapes. The unit before the span is a quote.
   */
  readonly pointers?: Readonly<Record<string, TextSpan>>;
  /** Only for XML, and for a PDF with a structured invoice: the elements with a text. */
  readonly structures?: readonly LocatedStructure[];
  /** Only for a scan: its words, as the reader of scans found them. */
  readonly words?: readonly LocatedWord[];
}

/** A word of a scan, with its place on the page. */
export interface LocatedWord extends TextSpan {
  readonly page: number;
  readonly box: PageBox;
  /** The probability that the word was read correctly, as the reader of scans states it: 0 to 1. */
  readonly confidence: number;
}

/** The elements of an XML document, or of an invoice inside another document. */
export interface LocatedStructure {
  /** The name of the attached file. Empty if the source itself is the XML document. */
  readonly name: string;
  /** The namespace of the root element. Empty if it has none. */
  readonly namespace: string;
  readonly elements: readonly LocatedElement[];
}

/** An element that contains text. The text of its span is its value. */
export interface LocatedElement extends TextSpan {
  /**
   * The names of the elements from the root to this one, without prefixes: `/Invoice/InvoiceLine[2]/ID`. A name has a
   * number, counted from 1, if elements with the same name are next to it in the same element.
   */
  readonly path: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** A part of the text in UTF-16 units. `end` is the first unit after it. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface TextRegion extends TextSpan {
  /**
   * `field`: text that a person filled in. `unseen`: text that is in the file but not visible; it comes after all other
   * text and is never used as a value. `structured`: an invoice as data that a document carries beside its pages; it
   * comes after the pages and is not a part of them. `raised` and `lowered`: marks, such as those of footnotes, that do
   * not belong to the number beside them.
   */
  readonly kind:
    | 'page'
    | 'header'
    | 'body'
    | 'paragraph'
    | 'heading'
    | 'sheet'
    | 'field'
    | 'unseen'
    | 'structured'
    | 'raised'
    | 'lowered';
  /**
   * The number of a page or a paragraph, the name of a header, a sheet or a field, or `1` to `6` for the level of a
   * heading. Text that the page shows in the place of a field has the field's name too.
   */
  readonly name: string;
}

/**
 * A table as rows of cells. If the source has headers, the first row contains them. The text of a cell's span is its
 * value.
 */
export interface LocatedTable {
  readonly name: string;
  readonly rows: readonly (readonly TextSpan[])[];
}

/** A source as a tool receives it: with its text, or with the reason why it has no text. */
export type SourceArtefact =
  | { readonly id: SourceId; readonly state: 'located'; readonly text: LocatedText }
  /** The text does not exist yet. A later call may find it. */
  | { readonly id: SourceId; readonly state: 'awaited' | 'received' }
  | { readonly id: SourceId; readonly state: 'refused'; readonly exception: SourceException };

const idForm = /^src-[0-9a-f]{64}$/;
/** Returns the id of the source whose bytes are stored under this name. */
export const sourceId = (name: Hash): SourceId => `src-${name}`;
/** Returns the name under which the bytes of a source are stored. */
export const sourceName = (id: SourceId): Hash => id.slice('src-'.length);
export const isSourceId = (id: string): boolean => idForm.test(id);

/**
 * Returns the id of the source that a sender makes of bytes with a media type. It is different for each sender, so a
 * request about equal bytes neither reads nor changes the source of somebody else.
 */
export const sourceIdOf = ({ by, sourceHash, mediaType }: Pick<Source, 'by' | 'sourceHash' | 'mediaType'>): SourceId =>
  sourceId(hashOf({ kind: by.kind, sender: by.id, sourceHash, mediaType }));

/**
 * Returns false if the source is only announced and the caller is not its sender; then the caller must not learn that
 * the row exists. The markings of the source are not checked here.
 */
export const isVisibleTo = ({ announced, by }: Source, { kind, id }: Pick<Actor, 'kind' | 'id'>): boolean =>
  announced === undefined || (by.kind === kind && by.id === id);

/** Returns the name under which the text of a source is stored. It is different for each extractor version. */
export const textName = (name: Hash, { extractor, extractorVersion }: TextExtractor): Hash =>
  sha256(`${extractor}@${extractorVersion}/${name}`);

export interface TextExtractor {
  readonly extractor: string;
  readonly extractorVersion: string;
}
