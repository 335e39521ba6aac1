import type { Hash } from './canonical.ts';
import type { Marking } from './markings.ts';

/** `src-` and the SHA-256 of the bytes: equal bytes are one source. */
export type SourceId = string;

export type SourceState = 'awaited' | 'received' | 'located' | 'refused';

/** A source artefact as the platform knows it: one row. Its bytes and its text stand in the content store, by hash. */
export interface Source {
  readonly id: SourceId;
  readonly sourceHash: Hash;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** Raised by an uploader, never lowered; equal bytes join theirs. */
  readonly markings: readonly Marking[];
  readonly state: SourceState;
  readonly version: number;
  readonly at: string;
  /** Where the text stands, once it is located. */
  readonly text?: { readonly extractor: string; readonly extractorVersion: string; readonly textHash: Hash };
  /** Parts that became sources of their own, such as the attachments of an e-mail. */
  readonly parts?: readonly { readonly name: string; readonly id: SourceId }[];
  /** Why no text could be made of it; a kind such as `source.corrupt`. */
  readonly exception?: { readonly kind: string; readonly detail: string };
}

/**
 * A source's text, made once per (source, extractor version) and never by extraction. Offsets are UTF-16 units of `text`,
 * stable for one extractor version: every span back-references it.
 */
export interface LocatedText {
  readonly sourceHash: Hash;
  readonly extractor: string;
  readonly extractorVersion: string;
  readonly mediaType: string;
  readonly text: string;
  readonly textHash: Hash;
  /** Pages, headers, bodies, paragraphs; may nest. */
  readonly regions: readonly TextRegion[];
  readonly tables: readonly LocatedTable[];
  /** Of JSON: RFC 6901 pointer of each scalar to where it stands in the text. */
  readonly pointers?: Readonly<Record<string, { readonly start: number; readonly end: number }>>;
}

export interface TextRegion {
  readonly kind: 'page' | 'header' | 'body' | 'paragraph' | 'heading' | 'sheet';
  /** A page's number, a header's name, a sheet's name. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Rows of cells; the first row holds the headers where the source says so. */
export interface LocatedTable {
  readonly name: string;
  readonly rows: readonly (readonly { readonly start: number; readonly end: number }[])[];
}
