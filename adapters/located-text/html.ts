import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import type { TextSpan } from '../../contract/rows/located-text.ts';
import { decode, markedCharset } from './charset.ts';
import { filledIn } from './html-form.ts';
import { isInline, isSilent, isUnseen, laysOut, lineBreaking } from './html-layout.ts';
import type { Locate } from './located.ts';
import { mustBeText } from './magic.ts';
import { SourceRefused } from './source-refused.ts';
import { TextBuilder } from './text-builder.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Document = DefaultTreeAdapterTypes.Document;

const paragraphs = new Set(['p', 'li', 'blockquote', 'pre', 'dd', 'dt']);
/** Real documents are less deeply nested. A deeper tree could overflow the stack of the recursive walk. */
const maxDepth = 512;

/**
 * Reads HTML as a browser shows it: white space collapses to one space, blocks end lines, and a tab separates the cells
 * of a table.
 */
export const html: Locate = (bytes, { charset }) => {
  const declared = charset ?? declaredIn(bytes);
  mustBeText(bytes, (markedCharset(bytes) ?? declared ?? '').toLowerCase().startsWith('utf-16'));
  const builder = new TextBuilder();
  addHtml(builder, decode(bytes, declared));
  return builder.build();
};

/**
 * Returns the charset of a `<meta charset>` within the first kilobyte (HTML, 13.2.3.2). A declared UTF-16 is ignored:
 * in UTF-16, this search would not have found the element.
 */
function declaredIn(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const [, label] = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(start) ?? [];
  return label?.toLowerCase().startsWith('utf-16') === true ? undefined : label;
}

/** Appends the text of an HTML document. @throws SourceRefused */
export function addHtml(builder: TextBuilder, document: string): void {
  new Walk(builder).children(parse(document), { depth: 0, keepsSpace: false });
  builder.breakLine();
}

interface At {
  readonly depth: number;
  /** True inside `pre`, where white space stays unchanged. */
  readonly keepsSpace: boolean;
}

class Walk {
  readonly #builder: TextBuilder;
  #paragraphs = 0;
  #tables = 0;
  /** True if white space was read that has not been written yet. It is written before the next word. */
  #space = false;
  /** True if nothing has been written on this line or in this cell, so that no space is needed. */
  #fresh = true;
  /** True directly after a form field: the next text is separated by a tab. */
  #parted = false;
  /** The rows of each open table, the innermost table last. */
  readonly #open: TextSpan[][][] = [];

  constructor(builder: TextBuilder) {
    this.#builder = builder;
  }

  children(parent: Element | Document, at: At): void {
    const parts = laysOut(parent);
    let before: Node | undefined;
    for (const node of parent.childNodes) {
      if (node.nodeName === '#comment') continue;
      if (node.nodeName === '#text') this.#text((node as DefaultTreeAdapterTypes.TextNode).value, at);
      else if ('tagName' in node) {
        if (parts && isInline(node) && isInline(before)) this.#part();
        this.#element(node, at);
      }
      before = node;
    }
  }

  #part(): void {
    if (!this.#fresh) this.#builder.append(this.#open.length > 0 ? ' ' : '\t');
    this.#space = false;
    this.#fresh = true;
  }

  #text(value: string, { keepsSpace }: At): void {
    if (keepsSpace) {
      this.#flush();
      this.#append(value);
      return;
    }
    // Only these characters are white space in HTML. A no-break space counts as a letter.
    for (const word of value.split(/([ \t\n\f\r]+)/)) {
      if (word === '') continue;
      if (/^[ \t\n\f\r]/.test(word)) {
        this.#space = true;
      } else {
        this.#flush();
        this.#append(word);
      }
    }
  }

  #flush(): void {
    if (this.#space && !this.#fresh) this.#builder.append(this.#parted ? '\t' : ' ');
    this.#space = false;
    this.#parted = false;
  }

  #append(text: string): void {
    if (text === '') return;
    this.#builder.append(text);
    this.#fresh = false;
  }

  #breakLine(): void {
    this.#builder.breakLine();
    this.#space = false;
    this.#parted = false;
    this.#fresh = true;
  }

  #element(element: Element, { depth, keepsSpace }: At): void {
    const { tagName } = element;
    if (depth > maxDepth)
      throw new SourceRefused('source.bomb', `the HTML is nested more than ${maxDepth} levels deep`);
    if (isSilent(element)) return;
    if (isUnseen(element)) {
      this.#builder.unseen(tagName, textIn(element));
      return;
    }
    const filled = filledIn(element);
    if (filled !== undefined) {
      this.#field(element, filled);
      return;
    }
    if (tagName === 'lp-tab') {
      this.#part();
      return;
    }
    if (tagName === 'lp-field') {
      this.#filled(element, { depth: depth + 1, keepsSpace });
      return;
    }
    if (tagName === 'sup' || tagName === 'sub') {
      this.#mark(element, { depth: depth + 1, keepsSpace });
      return;
    }
    const at = { depth: depth + 1, keepsSpace: keepsSpace || tagName === 'pre' };
    if (tagName === 'br') {
      this.#builder.append('\n');
      this.#space = false;
      this.#fresh = true;
    } else if (tagName === 'table') {
      this.#table(element, at);
    } else if (tagName === 'td' || tagName === 'th') {
      this.#cell(element, at);
    } else if (lineBreaking.has(tagName)) {
      this.#block(element, at);
    } else {
      this.children(element, at);
    }
  }

  /** Writes the content of a form element beside its label, as a region of kind `field`. */
  #field(element: Element, value: string): void {
    if (value === '') return;
    this.#space = false;
    if (!this.#fresh) this.#builder.append(this.#open.length > 0 ? ' ' : '\t');
    const span = this.#builder.append(value.replaceAll(/\s+/g, ' '));
    const name = element.attrs.find(({ name }) => name === 'name' || name === 'id')?.value ?? element.tagName;
    this.#builder.region('field', name.slice(0, 200), span);
    this.#fresh = false;
    this.#parted = this.#open.length === 0;
    this.#space = true;
  }

  /**
   * Writes the content of an element `lp-field`, with which the Word reader marks filled-in text. The content stays in
   * its line and gets a region of kind `field`.
   */
  #filled(element: Element, at: At): void {
    this.#flush();
    const start = this.#builder.length;
    this.children(element, at);
    const span = { start, end: this.#builder.length };
    const name = element.attrs.find(({ name }) => name === 'data-name')?.value ?? '';
    if (span.end > span.start) this.#builder.region('field', name.slice(0, 200), span);
  }

  #mark(element: Element, at: At): void {
    this.#flush();
    const start = this.#builder.length;
    this.children(element, at);
    const span = { start, end: this.#builder.length };
    if (span.end > span.start) this.#builder.region(element.tagName === 'sup' ? 'raised' : 'lowered', '', span);
  }

  #block(element: Element, at: At): void {
    const inCell = this.#open.length > 0 && element.tagName !== 'tr' && !/^t(body|head|foot)$/.test(element.tagName);
    // A cell is written on one line, so a block inside it begins with a space and not with a line break.
    if (inCell) this.#space = true;
    else this.#breakLine();
    if (element.tagName === 'tr') this.#open.at(-1)?.push([]);
    const start = this.#builder.length;
    this.children(element, at);
    const span = { start, end: this.#builder.length };
    if (inCell) {
      this.#space = true;
      return;
    }
    const level = /^h([1-6])$/.exec(element.tagName)?.[1];
    if (span.end > span.start) {
      if (level !== undefined) this.#builder.region('heading', level, span);
      else if (paragraphs.has(element.tagName)) this.#builder.region('paragraph', String(++this.#paragraphs), span);
    }
    this.#breakLine();
  }

  #table(element: Element, at: At): void {
    const nested = this.#open.length > 0;
    if (!nested) this.#breakLine();
    const number = ++this.#tables;
    const rows: TextSpan[][] = [];
    this.#open.push(rows);
    this.children(element, at);
    this.#open.pop();
    if (!nested) this.#breakLine();
    const filled = rows.filter((row) => row.length > 0);
    if (filled.length > 0) this.#builder.table({ name: String(number), rows: filled });
  }

  #cell(element: Element, at: At): void {
    const row = this.#open.at(-1)?.at(-1);
    if (row !== undefined && row.length > 0) this.#builder.append('\t');
    this.#space = false;
    this.#fresh = true;
    const start = this.#builder.length;
    this.children(element, at);
    row?.push({ start, end: this.#builder.length });
    this.#space = false;
    this.#fresh = true;
  }
}

const maxUnseen = 10_000;

/**
 * Returns the text of an element without its layout. It uses no recursion, because hidden elements may be deeply
 * nested.
 */
function textIn(element: Element): string {
  const parts: string[] = [];
  const open: Node[] = [element];
  for (let node = open.pop(); node && parts.length < maxUnseen; node = open.pop()) {
    if (node.nodeName === '#text') parts.push((node as DefaultTreeAdapterTypes.TextNode).value);
    else if ('childNodes' in node && !('tagName' in node && isSilent(node))) open.push(...node.childNodes.toReversed());
  }
  return parts.join(' ').replaceAll(/\s+/g, ' ').trim();
}
