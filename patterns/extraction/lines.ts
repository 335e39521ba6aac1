import type { TextSpan } from '../../contract/rows/located-text.ts';
import { holderOf, lastAtMost } from './spans.ts';

/** A line of a text, and its pieces, which are separated by wide space. */
export interface Line extends TextSpan {
  /** The line's number in the text, counted from 0. */
  readonly index: number;
  readonly pieces: readonly TextSpan[];
  /** The number of tabs before each piece. */
  readonly tabs: readonly number[];
  /** True if a column of the line is empty. */
  readonly hasGap: boolean;
}

const lineBreak = /[\n\r\f\u0085\u2028\u2029]/g;
const wideSpace = /\t[\t \u00a0]*|[ \u00a0]{2,}\t?[ \u00a0]*|[ \u00a0]*[|│┃¦][ \u00a0]*/g;

/** The lines of a text. A line is divided into pieces when it is first needed. */
export class Lines {
  readonly #text: string;
  /** The spans of all lines, without their line breaks. */
  readonly spans: readonly TextSpan[];
  readonly #made = new Map<number, Line>();

  constructor(text: string) {
    this.#text = text;
    const spans: TextSpan[] = [];
    let start = 0;
    for (const { index } of text.matchAll(lineBreak)) {
      spans.push({ start, end: index });
      start = index + 1;
    }
    spans.push({ start, end: text.length });
    this.spans = spans;
  }

  /** Returns the line that contains a place. */
  at(place: number): Line {
    const found = this.get(lastAtMost(this.spans, place, ({ start }) => start));
    if (!found) throw new Error('a position is outside the text');
    return found;
  }

  get(index: number): Line | undefined {
    const known = this.#made.get(index);
    const span = this.spans[index];
    if (known || !span) return known;
    const made = lineOf(this.#text, span, index);
    this.#made.set(index, made);
    return made;
  }

  /**
   * Returns the next line with any text. One empty line may be between the two lines. CRLF counts as one line break.
   */
  below({ index }: Line): Line | undefined {
    let breaks = 0;
    for (let next = index + 1; ; next++) {
      const span = this.spans[next];
      if (!span) return undefined;
      const isCrlf = this.#text[span.start - 1] === '\n' && this.#text[span.start - 2] === '\r';
      if (!isCrlf) breaks += 1;
      if (breaks > 2) return undefined;
      const line = this.get(next);
      if (line && line.pieces.length > 0) return line;
    }
  }
}

/** Returns the index of the piece that contains a place, or -1 if none does. */
export const pieceAt = ({ pieces }: Line, place: TextSpan): number => holderOf(pieces, place);

function lineOf(text: string, { start, end }: TextSpan, index: number): Line {
  const line = text.slice(start, end);
  const pieces: TextSpan[] = [];
  const tabs: number[] = [];
  let from = 0;
  let tabsSoFar = 0;
  const piece = (to: number): void => {
    if (line.slice(from, to).trim() === '') return;
    pieces.push({ start: start + from, end: start + to });
    tabs.push(tabsSoFar);
  };
  for (const { 0: gap, index: at } of line.matchAll(wideSpace)) {
    piece(at);
    tabsSoFar += gap.split('\t').length - 1;
    from = at + gap.length;
  }
  piece(line.length);
  return { start, end, index, pieces, tabs, hasGap: /^\t|\t\t/.test(line) };
}
