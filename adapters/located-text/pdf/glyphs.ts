import * as z from 'zod';
import { at, boxOf, common, identity, translated, matrixProduct, type Box, type Matrix } from './matrix.ts';
import type { Operator, Operators } from './operators.ts';
import type { Ink, Painted } from './paint.ts';

/** A letter and the place at which it is drawn. */
export interface Glyph {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** The width of the letter in the direction of its line. */
  readonly width: number;
  readonly height: number;
  /** The angle of the letter's line in radians, from the x axis. */
  readonly angle: number;
  readonly ink: Ink;
}

export interface Drawn {
  readonly glyphs: readonly Glyph[];
  readonly painted: readonly Painted[];
}

export interface Font {
  readonly vertical?: boolean;
  readonly fontMatrix?: readonly number[];
}

export interface PageFacts {
  readonly view: Box;
  readonly names: ReadonlyMap<number, Operator>;
  readonly fontOf: (name: string) => Font | undefined;
  /** True if a group of optional content is shown. */
  readonly isOn: (group: unknown) => boolean;
  /** True if an image hides what is below it. False if an image of the file may be transparent. */
  readonly pictureCovers: boolean;
}

interface State {
  readonly matrix: Matrix;
  readonly clip: Box;
  readonly colour: string | undefined;
  readonly alpha: number;
  readonly blends: boolean;
  readonly font: string;
  readonly size: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  readonly scale: number;
  readonly leading: number;
  readonly rise: number;
  readonly mode: number;
}

const number = z.number();
const six = z
  .union([z.array(z.number()), z.instanceof(Float32Array), z.instanceof(Float64Array)])
  .transform((all): Matrix => [all[0] ?? 1, all[1] ?? 0, all[2] ?? 0, all[3] ?? 1, all[4] ?? 0, all[5] ?? 0]);
const box = z
  .union([z.array(z.number()), z.instanceof(Float32Array), z.instanceof(Float64Array)])
  .transform((all): Box => [all[0] ?? 0, all[1] ?? 0, all[2] ?? 0, all[3] ?? 0]);

interface Shown {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
  readonly vmetric?: unknown;
}

const fills = new Set<Operator>([
  'fill',
  'eoFill',
  'fillStroke',
  'eoFillStroke',
  'closeFillStroke',
  'closeEOFillStroke',
]);
const maxNesting = 512;
/** The smallest width and height, in points, of an area that can hide a letter. */
const leastBox = 2;
const maxGlyphs = 2_000_000;

/**
 * Follows the drawing operators of a page, as ISO 32000-1 (8 and 9) defines them, and returns its letters and painted
 * areas.
 */
export function drawn({ fnArray, argsArray }: Operators, facts: PageFacts): Drawn {
  const walk = new Walk(facts);
  for (let i = 0; i < fnArray.length; i++) {
    const name = facts.names.get(fnArray[i] ?? -1);
    if (name !== undefined) walk.step(name, (argsArray[i] ?? []) as readonly unknown[], i);
  }
  return { glyphs: walk.glyphs, painted: walk.painted };
}

class Walk {
  readonly glyphs: Glyph[] = [];
  readonly painted: Painted[] = [];
  readonly #facts: PageFacts;
  readonly #stack: State[] = [];
  readonly #groups: boolean[] = [];
  #state: State;
  #line: Matrix = identity;
  #text: Matrix = identity;
  #clips = false;
  /**
   * True if nothing has been painted since `save`. PDF.js leaves out an image that it must not decode, but keeps the
   * transformation that would place it. A transformation without anything painted is therefore taken as an image.
   */
  #bare = false;

  constructor(facts: PageFacts) {
    this.#facts = facts;
    this.#state = {
      matrix: identity,
      clip: facts.view,
      colour: '#000000',
      alpha: 1,
      blends: false,
      font: '',
      size: 0,
      charSpacing: 0,
      wordSpacing: 0,
      scale: 1,
      leading: 0,
      rise: 0,
      mode: 0,
    };
  }

  step(name: Operator, args: readonly unknown[], order: number): void {
    const [first, second, third] = args;
    switch (name) {
      case 'save':
        this.#save();
        this.#bare = true;
        return;
      case 'restore':
        if (this.#bare && this.#state.matrix !== this.#stack.at(-1)?.matrix) this.#picture(order);
        this.#bare = false;
        this.#state = this.#stack.pop() ?? this.#state;
        return;
      case 'transform':
        this.#set({ matrix: matrixProduct(this.#state.matrix, six.parse(args)) });
        return;
      case 'paintFormXObjectBegin':
        this.#save();
        if (first) this.#set({ matrix: matrixProduct(this.#state.matrix, six.parse(first)) });
        if (second) this.#set({ clip: common(this.#state.clip, boxOf(this.#state.matrix, box.parse(second))) });
        this.#bare = false;
        return;
      case 'paintFormXObjectEnd':
        this.#state = this.#stack.pop() ?? this.#state;
        return;
      case 'setGState':
        this.#graphics(first as readonly (readonly [string, unknown])[]);
        return;
      case 'setFillRGBColor':
        this.#set({ colour: typeof first === 'string' ? first : undefined });
        return;
      case 'setFillColorN':
        this.#set({ colour: undefined });
        return;
      case 'clip':
      case 'eoClip':
        this.#clips = true;
        return;
      case 'constructPath':
        this.#path({ operator: this.#facts.names.get(Number(first)), data: second, bounds: third }, order);
        return;
      case 'shadingFill':
        this.#paint(this.#state.clip, undefined, order);
        return;
      case 'paintImageXObject':
      case 'paintInlineImageXObject':
        this.#picture(order);
        return;
      case 'beginMarkedContent':
      case 'beginMarkedContentProps':
        this.#groups.push(first !== 'OC' || this.#facts.isOn(second));
        return;
      case 'endMarkedContent':
        this.#groups.pop();
        return;
      default:
        this.#ofText(name, args, order);
    }
  }

  #ofText(name: Operator, [first, second]: readonly unknown[], order: number): void {
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- other operators concern no text
    switch (name) {
      case 'beginText':
        this.#line = this.#text = identity;
        return;
      case 'setCharSpacing':
        this.#set({ charSpacing: number.parse(first) });
        return;
      case 'setWordSpacing':
        this.#set({ wordSpacing: number.parse(first) });
        return;
      case 'setHScale':
        this.#set({ scale: number.parse(first) / 100 });
        return;
      case 'setLeading':
        this.#set({ leading: -number.parse(first) });
        return;
      case 'setFont':
        this.#set({ font: String(first), size: number.parse(second) });
        return;
      case 'setTextRenderingMode':
        this.#set({ mode: number.parse(first) });
        return;
      case 'setTextRise':
        this.#set({ rise: number.parse(first) });
        return;
      case 'setTextMatrix':
        this.#line = this.#text = six.parse(first);
        return;
      case 'setLeadingMoveText':
        this.#set({ leading: number.parse(second) });
        this.#move(number.parse(first), number.parse(second));
        return;
      case 'moveText':
        this.#move(number.parse(first), number.parse(second));
        return;
      case 'nextLine':
        this.#move(0, this.#state.leading);
        return;
      case 'showText':
        this.#show(first as readonly (Shown | number)[], order);
    }
  }

  #set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
  }

  #save(): void {
    if (this.#stack.length < maxNesting) this.#stack.push(this.#state);
  }

  #move(x: number, y: number): void {
    this.#line = this.#text = matrixProduct(this.#line, translated(x, y));
  }

  #graphics(entries: readonly (readonly [string, unknown])[]): void {
    for (const [key, value] of entries) {
      if (key === 'ca') this.#set({ alpha: Number(value) });
      if (key === 'BM') this.#set({ blends: value !== 'source-over' && value !== 'normal' });
      if (key === 'Font' && Array.isArray(value)) this.#set({ font: String(value[0]), size: Number(value[1]) });
    }
  }

  #path(
    {
      operator,
      data,
      bounds,
    }: { readonly operator: Operator | undefined; readonly data: unknown; readonly bounds: unknown },
    order: number,
  ): void {
    const clips = this.#clips;
    this.#clips = false;
    if (bounds === null || bounds === undefined) return;
    const area = boxOf(this.#state.matrix, box.parse(bounds));
    if (operator !== undefined && fills.has(operator) && isRectangle(data))
      this.#paint(area, this.#state.colour, order);
    else this.#bare = false;
    if (clips) this.#set({ clip: common(this.#state.clip, area) });
  }

  /** Notes an image. The image fills the unit square of the current matrix (ISO 32000-1, 8.9.5). */
  #picture(order: number): void {
    const area = common(this.#state.clip, boxOf(this.#state.matrix, [0, 0, 1, 1]));
    const opaque = this.#facts.pictureCovers && this.#state.alpha === 1 && !this.#state.blends;
    this.painted.push({ box: area, colour: undefined, order, opaque });
    this.#bare = false;
  }

  #paint(area: Box, colour: string | undefined, order: number): void {
    this.#bare = false;
    const { alpha, blends, clip } = this.#state;
    const opaque = alpha === 1 && !blends;
    // A thin line, such as the border of a table, hides no letter that it crosses.
    if (area[2] - area[0] < leastBox || area[3] - area[1] < leastBox) return;
    // A transparent area has no single colour, because what is below it shows through.
    this.painted.push({ box: common(clip, area), colour: opaque ? colour : undefined, order, opaque });
  }

  #show(shown: readonly (Shown | number)[], order: number): void {
    this.#bare = false;
    const { matrix, clip, colour, alpha, font, size, charSpacing, wordSpacing, scale, rise, mode } = this.#state;
    const of = this.#facts.fontOf(font);
    const unit = of?.fontMatrix?.[0] ?? 0.001;
    const off = this.#groups.includes(false);
    const ink: Ink = { colour: mode === 1 ? undefined : colour, alpha, mode, clip, order, off };
    for (const one of shown) {
      if (typeof one === 'number') {
        this.#text = matrixProduct(
          this.#text,
          of?.vertical ? translated(0, (-one / 1000) * size) : translated((-one / 1000) * size * scale, 0),
        );
        continue;
      }
      const drawnBy = matrixProduct(matrix, this.#text);
      const [x, y] = at(drawnBy, 0, rise);
      const along = Math.hypot(drawnBy[0], drawnBy[1]);
      const across = Math.hypot(drawnBy[2], drawnBy[3]);
      const own = one.width * unit * size * scale;
      if (this.glyphs.length < maxGlyphs) {
        this.glyphs.push({
          text: one.unicode,
          x,
          y,
          width: Math.abs(of?.vertical ? size * along : own * along),
          height: Math.abs(size) * across,
          angle: Math.atan2(drawnBy[1] * Math.sign(size || 1), drawnBy[0] * Math.sign(size || 1)),
          ink,
        });
      }
      const advance = own + (charSpacing + (one.isSpace ? wordSpacing : 0)) * scale;
      this.#text = matrixProduct(
        this.#text,
        of?.vertical ? translated(0, -size - charSpacing) : translated(advance, 0),
      );
    }
  }
}

/**
 * True if a path has at most five straight segments and is therefore taken as a rectangle. A rectangle hides everything
 * below it.
 */
function isRectangle(data: unknown): boolean {
  const path = Array.isArray(data) ? (data[0] as ArrayLike<number> | null | undefined) : undefined;
  return path !== null && path !== undefined && path.length <= 16;
}
