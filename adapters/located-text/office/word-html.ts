import { attribute, childrenOf, first, isOn, localName, named, textIn, type Element } from '../xml.ts';
import { propertyOf, type WordStyles } from './word-styles.ts';

export interface WordReading {
  readonly styles: WordStyles;
  readonly isUnseen: (find: (name: string) => Element | undefined) => boolean;
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[one] ?? '&quot;');

/** Writes the blocks of a part as HTML, which the HTML reader then lays out. */
export function blocksAsHtml(part: Element, reading: WordReading): string {
  return new Writer(reading).blocks(part);
}

class Writer {
  readonly #reading: WordReading;
  /** The text boxes that are anchored in the open paragraph. The boxes are written after this paragraph. */
  #boxes: string[] = [];

  constructor(reading: WordReading) {
    this.#reading = reading;
  }

  blocks(parent: Element): string {
    return childrenOf(parent)
      .map((child) => this.#block(child))
      .join('\n');
  }

  #block(element: Element): string {
    switch (localName(element.name)) {
      case 'p':
        return this.#paragraph(element);
      case 'tbl':
        return `<table>${this.#rows(element)}</table>`;
      case 'sdt':
        return this.#blockControl(element);
      case 'customXml':
      case 'smartTag':
      case 'ins':
      case 'moveTo':
        return this.blocks(element);
      case 'AlternateContent':
        return this.#alternative(element, (one) => this.blocks(one));
      default:
        return '';
    }
  }

  #rows(parent: Element): string {
    return childrenOf(parent)
      .map((child) => {
        const name = localName(child.name);
        if (name === 'sdt') return this.#rows(first(child, 'sdtContent') ?? child);
        if (name === 'customXml' || name === 'ins') return this.#rows(child);
        if (name !== 'tr') return '';
        const hidden = isSet(first(first(child, 'trPr'), 'hidden'));
        return `<tr${hidden ? ' hidden' : ''}>${this.#cells(child)}</tr>`;
      })
      .join('');
  }

  #cells(row: Element): string {
    return childrenOf(row)
      .map((child) => {
        const name = localName(child.name);
        if (name === 'sdt') return this.#cells(first(child, 'sdtContent') ?? child);
        if (name === 'customXml' || name === 'ins') return this.#cells(child);
        return name === 'tc' ? `<td>${this.blocks(child)}</td>` : '';
      })
      .join('');
  }

  #paragraph(element: Element): string {
    const properties = first(element, 'pPr');
    const style = valueOf(first(properties, 'pStyle'));
    const outline = valueOf(first(properties, 'outlineLvl'));
    const own = outline === undefined ? undefined : Number(outline) + 1;
    const heading = own !== undefined && own <= 6 ? own : style === undefined ? undefined : this.#headingOf(style);
    const outer = this.#boxes;
    this.#boxes = [];
    const text = this.#inlines(element, style);
    const boxes = this.#boxes.join('\n');
    this.#boxes = outer;
    const tag = heading === undefined ? 'p' : `h${heading}`;
    return `<${tag}>${text}</${tag}>${boxes}`;
  }

  #headingOf(style: string): number | undefined {
    let known = this.#reading.styles.get(style);
    for (let depth = 0; known && depth < 16; depth++) {
      if (known.heading !== undefined) return known.heading;
      known = known.basedOn === undefined ? undefined : this.#reading.styles.get(known.basedOn);
    }
    return undefined;
  }

  #inlines(parent: Element, style: string | undefined): string {
    return childrenOf(parent)
      .map((child) => this.#inline(child, style))
      .join('');
  }

  #inline(element: Element, style: string | undefined): string {
    switch (localName(element.name)) {
      case 'r':
        return this.#run(element, style);
      case 'hyperlink':
      case 'fldSimple':
      case 'smartTag':
      case 'customXml':
      case 'ins':
      case 'moveTo':
      case 'dir':
      case 'bdo':
        return this.#inlines(element, style);
      case 'del':
      case 'moveFrom':
        return unseen(escaped(textIn(element)));
      case 'sdt':
        return this.#control(element, this.#inlines(first(element, 'sdtContent') ?? element, style));
      case 'AlternateContent':
        return this.#alternative(element, (one) => this.#inlines(one, style));
      case 'oMath':
        return escaped(textIn(element));
      default:
        return '';
    }
  }

  #run(run: Element, style: string | undefined): string {
    const properties = first(run, 'rPr');
    const styles = [valueOf(first(properties, 'rStyle')), style];
    const find = (name: string): Element | undefined =>
      propertyOf(name, properties, { styleIds: styles, styles: this.#reading.styles });
    const text = childrenOf(run)
      .map((child) => this.#piece(child, style))
      .join('');
    if (text === '') return '';
    if (this.#reading.isUnseen(find)) return unseen(text);
    const align = valueOf(find('vertAlign'));
    if (align === 'superscript') return `<sup>${text}</sup>`;
    return align === 'subscript' ? `<sub>${text}</sub>` : text;
  }

  #piece(element: Element, style: string | undefined): string {
    switch (localName(element.name)) {
      case 't':
        return escaped(textIn(element));
      case 'delText':
        return '';
      case 'tab':
      case 'ptab':
        return '<lp-tab></lp-tab>';
      case 'br':
      case 'cr':
        return '<br>';
      case 'noBreakHyphen':
        return '-';
      case 'sym':
        return symbolOf(element);
      case 'fldChar':
        return legacyTick(element);
      case 'AlternateContent':
        return this.#alternative(element, (one) =>
          childrenOf(one)
            .map((child) => this.#piece(child, style))
            .join(''),
        );
      case 'drawing':
      case 'pict':
      case 'object':
        this.#boxesIn(element);
        return '';
      default:
        return '';
    }
  }

  #boxesIn(element: Element): void {
    for (const child of childrenOf(element)) {
      if (localName(child.name) === 'txbxContent') this.#boxes.push(this.blocks(child));
      else this.#boxesIn(child);
    }
  }

  /** Writes the first of several alternatives for the same content. */
  #alternative(element: Element, write: (one: Element) => string): string {
    const chosen = first(element, 'Choice') ?? first(element, 'Fallback');
    return chosen ? write(chosen) : '';
  }

  #blockControl(element: Element): string {
    const content = first(element, 'sdtContent');
    if (!content) return '';
    const paragraphs = named(content, 'p');
    if (paragraphs.length === 1 && childrenOf(content).length === 1) {
      const [only] = paragraphs;
      return `<p>${this.#control(element, only ? this.#inlines(only, undefined) : '')}</p>`;
    }
    return this.blocks(content);
  }

  /**
   * Writes a content control (ECMA-376, 17.5.2): a check box as `[x]` or `[ ]`, and other content as filled in.
   * Placeholder text, such as "Click to enter text", is hidden.
   */
  #control(element: Element, content: string): string {
    const properties = first(element, 'sdtPr');
    const box = first(properties, 'checkbox');
    const name = valueOf(first(properties, 'tag')) ?? valueOf(first(properties, 'alias')) ?? 'content control';
    if (box) return field(name, isSet(first(box, 'checked')) ? '[x]' : '[ ]');
    if (first(properties, 'showingPlcHdr'))
      return isSet(first(properties, 'showingPlcHdr')) ? unseen(content) : content;
    return `<lp-field data-name="${escaped(name)}">${content}</lp-field>`;
  }
}

const valueOf = (element: Element | undefined): string | undefined => element && attribute(element, 'val');
const isSet = (element: Element | undefined): boolean => element !== undefined && isOn(attribute(element, 'val'));
const unseen = (text: string): string => `<span hidden>${text}</span>`;
const field = (name: string, text: string): string => `<lp-field data-name="${escaped(name)}">${text}</lp-field>`;

/** Writes a check box of an older form field (ECMA-376, 17.16.7). */
function legacyTick(element: Element): string {
  const data = first(element, 'ffData');
  const box = first(data, 'checkBox');
  if (!box) return '';
  const checked = first(box, 'checked') ?? first(box, 'default');
  return field(valueOf(first(data, 'name')) ?? 'check box', isSet(checked) ? '[x]' : '[ ]');
}

/**
 * Writes a symbol. Symbols of a symbol font are in the private use area and have no meaning as text, except the known
 * check boxes.
 */
function symbolOf(element: Element): string {
  const code = Number.parseInt(attribute(element, 'char') ?? '', 16);
  const ticks: Readonly<Record<number, string>> = {
    0xf0fe: '[x]',
    0xf052: '[x]',
    0xf0a8: '[ ]',
    0xf06f: '[ ]',
    0xf0fc: '[x]',
  };
  if (Number.isNaN(code)) return '';
  return ticks[code] ?? (code >= 0xe000 && code <= 0xf8ff ? '' : escaped(String.fromCodePoint(code)));
}
