import type { LocatedTable, TextRegion, TextSpan } from '../../contract/rows/located-text.ts';
import { SourceRefused } from './source-refused.ts';

/** The largest text that a tool is given. With a larger text, a call would not end in time. */
export const textLimits = { units: 5_000_000, spans: 200_000 } as const;

/**
 * Builds a text piece by piece. Each piece is made well-formed before it is appended, so that later steps change no
 * offset.
 */
export class TextBuilder {
  readonly #pieces: string[] = [];
  readonly #regions: TextRegion[] = [];
  readonly #tables: LocatedTable[] = [];
  #length = 0;
  #spans = 0;
  #last = '';
  readonly #unseen: { readonly name: string; readonly text: string }[] = [];
  #hasSeen = false;

  get length(): number {
    return this.#length;
  }

  /** True if the text so far has anything that a person sees. */
  get hasSeen(): boolean {
    return this.#hasSeen;
  }

  get endsInBreak(): boolean {
    return this.#length === 0 || this.#last.endsWith('\n');
  }

  /** Appends text and returns its span. @throws SourceRefused `source.too_large` */
  append(piece: string): TextSpan {
    const text = piece.toWellFormed();
    const start = this.#length;
    this.#length += text.length;
    if (this.#length > textLimits.units) throw tooLarge(`the text has more than ${textLimits.units} characters`);
    if (text !== '') {
      this.#pieces.push(text);
      this.#last = text;
      this.#hasSeen ||= /\S/.test(text);
    }
    return { start, end: this.#length };
  }

  /** Ends the current line if it has begun. */
  breakLine(): void {
    if (!this.endsInBreak) this.append('\n');
  }

  region(kind: TextRegion['kind'], name: string, { start, end }: TextSpan): void {
    this.#count(1);
    this.#regions.push({ kind, name: name.toWellFormed(), start, end });
  }

  /**
   * Keeps text that a person cannot see. It is appended after all other text, so that it changes no lines or columns.
   */
  unseen(name: string, text: string): void {
    if (text.trim() !== '') this.#unseen.push({ name, text });
  }

  table({ name, rows }: LocatedTable): void {
    this.#count(rows.reduce((sum, row) => sum + row.length, 0));
    this.#tables.push({ name: name.toWellFormed(), rows });
  }

  /**
   * Returns the text with its tables and regions. Regions are sorted by their start, and an outer region precedes an
   * inner one.
   */
  build(): { text: string; regions: readonly TextRegion[]; tables: readonly LocatedTable[] } {
    for (const { name, text } of this.#unseen.splice(0)) {
      this.breakLine();
      this.region('unseen', name, this.append(text));
      this.append('\n');
    }
    const regions = this.#regions.toSorted((a, b) => a.start - b.start || b.end - a.end);
    return { text: this.#pieces.join(''), regions, tables: this.#tables };
  }

  #count(spans: number): void {
    this.#spans += spans;
    if (this.#spans > textLimits.spans)
      throw tooLarge(`the text has more than ${textLimits.spans} regions and table cells`);
  }
}

export const tooLarge = (detail: string): SourceRefused => new SourceRefused('source.too_large', detail);
