import type { LocatedTable, TextRegion, TextSpan } from '../../contract/rows/located-text.ts';
import { SourceRefused } from './source-refused.ts';

/** What a tool may be given: beyond this its call would not end in time. */
export const textLimits = { units: 5_000_000, spans: 200_000 } as const;

/** Text as it grows. What is appended is well formed first, so no offset moves after it was taken. */
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

  /** Whether anything stands here that a person sees. */
  get hasSeen(): boolean {
    return this.#hasSeen;
  }

  get endsInBreak(): boolean {
    return this.#length === 0 || this.#last.endsWith('\n');
  }

  /** @throws SourceRefused `source.too_large` */
  append(piece: string): TextSpan {
    const text = piece.toWellFormed();
    const start = this.#length;
    this.#length += text.length;
    if (this.#length > textLimits.units) throw tooLarge(`over ${textLimits.units} units of text`);
    if (text !== '') {
      this.#pieces.push(text);
      this.#last = text;
      this.#hasSeen ||= /\S/.test(text);
    }
    return { start, end: this.#length };
  }

  /** Ends the line that is begun, if any. */
  breakLine(): void {
    if (!this.endsInBreak) this.append('\n');
  }

  region(kind: TextRegion['kind'], name: string, { start, end }: TextSpan): void {
    this.#count(1);
    this.#regions.push({ kind, name: name.toWellFormed(), start, end });
  }

  /** What nobody sees: it is put behind all else, so that it steers nothing. */
  unseen(name: string, text: string): void {
    if (text.trim() !== '') this.#unseen.push({ name, text });
  }

  table({ name, rows }: LocatedTable): void {
    this.#count(rows.reduce((sum, row) => sum + row.length, 0));
    this.#tables.push({ name: name.toWellFormed(), rows });
  }

  /** Regions in the order in which they begin, the outer before the inner. */
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
    if (this.#spans > textLimits.spans) throw tooLarge(`over ${textLimits.spans} regions and cells`);
  }
}

export const tooLarge = (detail: string): SourceRefused => new SourceRefused('source.too_large', detail);
