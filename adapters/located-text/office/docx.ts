import { addHtml } from '../html.ts';
import type { Locate } from '../located.ts';
import { TextBuilder } from '../text-builder.ts';
import { attribute, first, isOn, named, textIn, type Element } from '../xml.ts';
import { opened, type Package } from './parts.ts';
import { isWordUnseen, wordStyles } from './word-styles.ts';
import { blocksAsHtml, type WordReading } from './word-html.ts';

/**
 * Reads a Word document in reading order: headers; paragraphs, headings, tables and text boxes; notes; footers. It
 * leaves out pictures and reads nothing outside the file. Text in content controls is marked as filled in.
 */
export const docx: Locate = (bytes) => {
  const file = opened(bytes, 'document');
  const document = file.part(file.main);
  const reading: WordReading = { styles: wordStyles(related(file, 'styles')), isUnseen: isWordUnseen };
  const body = first(document, 'body');
  const parts = [
    ...around(file, document, 'header'),
    ...(body ? [body] : []),
    ...notesOf(file),
    ...around(file, document, 'footer'),
  ];
  const builder = new TextBuilder();
  addHtml(builder, parts.map((part) => blocksAsHtml(part, reading)).join('\n'));
  return builder.build();
};

function related(file: Package, type: string): Element | undefined {
  const target = file.relationsOf(file.main).find((one) => one.type === type)?.target;
  return target !== undefined && file.has(target) ? file.part(target) : undefined;
}

/**
 * Returns the headers or footers that some page shows. Headers and footers for first or even pages count only if the
 * document uses them.
 */
function around(file: Package, document: Element, what: 'header' | 'footer'): readonly Element[] {
  const relations = new Map(file.relationsOf(file.main).map((one) => [one.id, one.target]));
  const settings = related(file, 'settings');
  const evenPages = first(settings, 'evenAndOddHeaders');
  const hasEven = evenPages !== undefined && isOn(attribute(evenPages, 'val'));
  const shown = sectionsOf(document).flatMap((section) => {
    const titlePage = first(section, 'titlePg');
    const hasFirst = titlePage !== undefined && isOn(attribute(titlePage, 'val'));
    return named(section, `${what}Reference`).flatMap((reference) => {
      const type = attribute(reference, 'type') ?? 'default';
      if ((type === 'first' && !hasFirst) || (type === 'even' && !hasEven)) return [];
      return relations.get(attribute(reference, 'id') ?? '') ?? [];
    });
  });
  const parts = [...new Set(shown)].filter((name) => file.has(name)).map((name) => file.part(name));
  // Sections often repeat the same header, so equal texts are kept once.
  return [...new Map(parts.map((part) => [textIn(part), part])).values()];
}

function sectionsOf(document: Element): readonly Element[] {
  const body = first(document, 'body');
  const inParagraphs = named(body, 'p').flatMap((paragraph) => named(first(paragraph, 'pPr'), 'sectPr'));
  return [...inParagraphs, ...named(body, 'sectPr')];
}

/** Returns footnotes and endnotes. The file also has separator lines as notes; these have a type and are left out. */
const notesOf = (file: Package): readonly Element[] =>
  (['footnotes', 'endnotes'] as const).flatMap((type) =>
    named(related(file, type), type.slice(0, -1)).filter((note) => attribute(note, 'type') === undefined),
  );
