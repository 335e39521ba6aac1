import type { LocatedStructure, LocatedTable, TextRegion, TextSpan } from '../../contract/rows/located-text.ts';

/** The result of an extractor for the bytes of a source. Offsets are UTF-16 units of `text`. */
export interface Located {
  readonly text: string;
  readonly regions: readonly TextRegion[];
  readonly tables: readonly LocatedTable[];
  readonly pointers?: Readonly<Record<string, TextSpan>>;
  readonly structures?: readonly LocatedStructure[];
  /** Files inside the source, such as attachments, each of which becomes a source of its own. */
  readonly parts?: readonly { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }[];
}

/** Makes text of bytes. The same bytes and parameters give the same text for one extractor version. */
export type Locate = (
  bytes: Uint8Array,
  /** Parameters of the announced media type, such as `charset`. */
  parameters: Readonly<Record<string, string>>,
) => Located | Promise<Located>;
