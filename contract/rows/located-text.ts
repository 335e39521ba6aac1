import { sha256, type Hash } from '../values/canonical.ts';
import type { Marking } from '../authority/markings.ts';

/** `src-` and the SHA-256 of the bytes: equal bytes are one source. */
export type SourceId = string;

/**
 * `awaited`: announced, without bytes. `received`: its text is being made. `located`: its text is stored. `refused`: no
 * text can be made of it. If an extractor has changed since, an upload of the same bytes starts again.
 */
export const sourceStates = ['awaited', 'received', 'located', 'refused'] as const;
export type SourceState = (typeof sourceStates)[number];

/** Reasons why no text could be made of a source, and what the sender can do. */
export const sourceExceptions = {
  'source.corrupt': 'Send a file that opens, with the same bytes as announced.',
  'source.encrypted': 'Send the file without a password.',
  'source.media_type_mismatch': 'Announce the media type that the bytes have.',
  'source.too_large': 'Send a smaller file: its text is larger than a tool may be given.',
  'source.bomb': 'Send a file that is nested less and does not unpack to a multiple of its size.',
  'source.unsupported':
    'Send a media type that has an extractor, with text in it. If the detail lists charsets or delimiters, use one of those.',
  'source.time_limit': 'Send the file in parts: reading the whole takes too long.',
  'source.unreadable':
    'Send the content in another form, such as a new print to PDF: each attempt to read this file failed.',
  'source.stalled': 'Send the file again: its bytes or its text did not arrive in time.',
} as const;
export type SourceExceptionKind = keyof typeof sourceExceptions;

export interface SourceException {
  readonly kind: SourceExceptionKind;
  /** Facts, never a value of the source. */
  readonly detail: string;
}

/**
 * A source artefact as the platform knows it: one row. Its bytes and its text are in the content store, under their
 * hashes.
 */
export interface Source {
  readonly id: SourceId;
  readonly sourceHash: Hash;
  /** As announced, in lower case, with its parameters: `text/csv; charset=windows-1254`. */
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** An uploader can raise them, never lower them. Equal bytes join their markings. */
  readonly markings: readonly Marking[];
  readonly state: SourceState;
  /** Rises by one with each change of the row. */
  readonly version: number;
  /** The instant of the row's last change; ISO 8601, UTC. */
  readonly at: string;
  /** Nesting depth: 0 for what a caller sent, 1 for an attachment of it. */
  readonly depth: number;
  /** Only once it is located: what its text was made by. */
  readonly text?: {
    readonly extractor: string;
    readonly extractorVersion: string;
    /** The hash of the text alone. Spans and receipts name it. */
    readonly textHash: Hash;
    /** The hash of everything that is stored of the text. */
    readonly digest: Hash;
  };
  /** Parts that became sources of their own, such as the attachments of an e-mail. */
  readonly parts?: readonly { readonly name: string; readonly id: SourceId; readonly mediaType: string }[];
  readonly exception?: SourceException;
  /** Only while it is `received`: the number of attempts to read it. */
  readonly attempts?: number;
}

/** An upload URL is valid for 15 minutes, and the notice of an upload is retried for an hour at most. */
const stalledMillis = 75 * 60 * 1000;

/**
 * A source as callers see it at a given time. If it has waited too long it counts as refused, so that nobody asks for
 * it forever.
 * @param now milliseconds since 1970
 */
export function settledAt(source: Source, now: number): Source {
  const waits = source.state === 'awaited' || source.state === 'received';
  if (!waits || now - Date.parse(source.at) < stalledMillis) return source;
  const detail = source.state === 'awaited' ? 'its bytes have not come' : 'its text was not made';
  return { ...source, state: 'refused', exception: { kind: 'source.stalled', detail } };
}

/**
 * A source's text, made once for each source and extractor version, and never by extraction. Offsets are UTF-16 units
 * of `text` and do not change for one extractor version: every span refers back to it.
 */
export interface LocatedText {
  readonly sourceHash: Hash;
  readonly extractor: string;
  readonly extractorVersion: string;
  readonly mediaType: string;
  readonly text: string;
  readonly textHash: Hash;
  /** Pages, headers, bodies, paragraphs. They may be nested. */
  readonly regions: readonly TextRegion[];
  readonly tables: readonly LocatedTable[];
  /**
   * Only for JSON: the RFC 6901 pointer of each scalar, and its span in the text as it is written there. The span of a
   * string is between its quotes and includes escapes, so the unit before it is a quote.
   */
  readonly pointers?: Readonly<Record<string, TextSpan>>;
}

/** In UTF-16 units. `end` is the first unit after the span. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface TextRegion extends TextSpan {
  /**
   * `field`: filled in by a person. `unseen`: in the file but not visible; it comes after everything else and is never
   * a value. `raised`, `lowered`: marks such as those of footnotes, which do not belong to the number beside them.
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
    | 'raised'
    | 'lowered';
  /**
   * A page's number, a header's name, a sheet's name, `1` to `6` for a heading's level; a paragraph's number, a field's
   * name. What the page says in the place of a field has the field's name too.
   */
  readonly name: string;
}

/** Rows of cells. The first row holds the headers if the source has them. The text in a cell's span is its value. */
export interface LocatedTable {
  readonly name: string;
  readonly rows: readonly (readonly TextSpan[])[];
}

/** A source as a tool gets it: with its text, or with the reason why there is none. */
export type SourceArtefact =
  | { readonly id: SourceId; readonly state: 'located'; readonly text: LocatedText }
  /** The text is being made. Ask again. */
  | { readonly id: SourceId; readonly state: 'awaited' | 'received' }
  | { readonly id: SourceId; readonly state: 'refused'; readonly exception: SourceException };

const idForm = /^src-[0-9a-f]{64}$/;
export const sourceId = (sourceHash: Hash): SourceId => `src-${sourceHash}`;
export const isSourceId = (id: string): boolean => idForm.test(id);

/** The name under which the text is stored: one for each source and extractor version. */
export const textName = (sourceHash: Hash, { extractor, extractorVersion }: TextExtractor): Hash =>
  sha256(`${extractor}@${extractorVersion}/${sourceHash}`);

export interface TextExtractor {
  readonly extractor: string;
  readonly extractorVersion: string;
}
