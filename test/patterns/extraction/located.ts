import type { Extractor, Finder, Notation, PropertyType } from '../../../contract/artefacts/extractor.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import type { LocatedTable, LocatedText, SourceArtefact, TextRegion } from '../../../contract/rows/located-text.ts';
import type { Extracted } from '../../../patterns/extraction/extraction-answer.ts';
import { extract, type AskModel } from '../../../patterns/extraction/extract.ts';
import type { Request } from '../../../patterns/extraction/schema.ts';

/** Makes a located text that contains the text unchanged, as the extractor for text/plain does. */
export const located = (
  text: string,
  more: {
    readonly mediaType?: string;
    readonly regions?: readonly TextRegion[];
    readonly tables?: readonly LocatedTable[];
    readonly pointers?: NonNullable<LocatedText['pointers']>;
  } = {},
): LocatedText => ({
  sourceHash: sha256(`bytes of ${text.toWellFormed()}`),
  extractor: 'text',
  extractorVersion: '1',
  mediaType: 'text/plain',
  text,
  textHash: sha256(text.toWellFormed()),
  regions: [],
  tables: [],
  ...more,
});

/** Makes a located text from rows of cells, with tabs between the cells and a table over them. */
export function tabled(rows: readonly (readonly string[])[], before = ''): LocatedText {
  let start = before.length;
  const spans = rows.map((cells) =>
    cells.map((cell) => {
      const span = { start, end: start + cell.length };
      start = span.end + 1;
      return span;
    }),
  );
  const text = rows.map((cells) => `${cells.join('\t')}\n`).join('');
  return located(before + text, { tables: [{ name: '1', rows: spans }] });
}

export const sourceOf = (text: LocatedText): SourceArtefact => ({
  id: `src-${text.sourceHash}`,
  state: 'located',
  text,
});

export const extractorOf = (
  type: PropertyType,
  find: readonly Finder[],
  notations: readonly Notation[] = ['tr-TR'],
): Extractor => ({
  id: 'extractor.test',
  version: '1.0.0',
  title: 'Test',
  notations,
  properties: { wanted: { type, find } },
});

export const byLabel = (...labels: readonly string[]): Finder => ({ by: 'label', labels, look: ['right', 'below'] });

export interface Asked {
  readonly type: PropertyType;
  readonly find: readonly Finder[];
  readonly notations?: readonly Notation[];
  readonly hints?: Request['hints'];
  readonly askModel?: AskModel;
}

export const extractFrom = (text: LocatedText | string, asked: Asked): Promise<Extracted> =>
  extract({
    source: sourceOf(typeof text === 'string' ? located(text) : text),
    extractor: extractorOf(asked.type, asked.find, asked.notations),
    property: 'wanted',
    hints: asked.hints,
    ...(asked.askModel === undefined ? {} : { askModel: asked.askModel }),
  });

/** Returns the extracted value, the quotes of ambiguous candidates, or the reason why there is no value. */
export async function valueFrom(text: LocatedText | string, asked: Asked): Promise<unknown> {
  const { result } = await extractFrom(text, asked);
  if (result.status === 'extracted') return result.value;
  return result.status === 'ambiguous' ? result.candidates.map(({ quote }) => quote) : result.reason;
}
