import type { Drawn, Glyph } from './glyphs.ts';
import { isSeen } from './paint.ts';

/** Neighbouring letters of one line. The page is rotated so that their line is horizontal. */
export interface PdfRun {
  readonly text: string;
  readonly x: number;
  /** The y position of the baseline, which increases upwards. */
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The angle in degrees by which the page was rotated. */
  readonly turned: number;
  readonly seen: boolean;
  /** In a form, the name of the field that has this value or that lies over this text. */
  readonly field?: string;
}

/** The gap that separates words and the gap that separates runs, as shares of a letter's height. */
const wordGap = 0.15;
const runGap = 0.6;
/** A letter begins a new run if it starts further back than this share of a letter's height. */
const back = 0.3;

/** Groups the letters of a page into runs, in the order in which they were drawn. */
export function runsOf({ glyphs, painted }: Drawn): readonly PdfRun[] {
  const runs: Open[] = [];
  let open: Open | undefined;
  for (const glyph of glyphs) {
    const placed = placedOf(glyph);
    const text = plain(glyph.text);
    if (text.trim() === '') {
      // A space separates its neighbours. It is counted and not kept as a letter.
      if (open) open.spaces += text === '' ? 0 : 1;
      continue;
    }
    const seen = isSeen(
      glyph.ink,
      [glyph.x + (Math.cos(glyph.angle) * glyph.width) / 2, middle(glyph), glyph.height],
      painted,
    );
    const gap = open ? placed.x - open.end : 0;
    const goesOn =
      open !== undefined &&
      open.seen === seen &&
      open.turned === placed.turned &&
      Math.abs(open.y - placed.y) < 0.05 * open.height &&
      Math.abs(open.height - placed.height) < 0.05 * open.height &&
      gap > -back * open.height &&
      gap < (open.spaces > 0 ? Math.max(runGap, 0.4 * open.spaces + 0.3) : runGap) * open.height;
    if (open && goesOn) {
      const space = open.spaces > 0 ? ' '.repeat(open.spaces) : gap > wordGap * open.height ? ' ' : '';
      open.text += space + text;
      open.end = placed.x + glyph.width;
      open.spaces = 0;
    } else {
      open = { ...placed, text, end: placed.x + glyph.width, seen, spaces: 0 };
      runs.push(open);
    }
  }
  return runs.map(({ text, x, y, height, turned, seen, end }) => ({
    text,
    x,
    y,
    height,
    turned,
    seen,
    width: end - x,
  }));
}

interface Open {
  text: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly turned: number;
  readonly seen: boolean;
  end: number;
  spaces: number;
}

const middle = ({ y, height, angle }: Glyph): number => y + Math.cos(angle) * height * 0.3;

function placedOf({ x, y, height, angle }: Glyph): Pick<PdfRun, 'x' | 'y' | 'height' | 'turned'> {
  const turned = Math.round((angle * 180) / Math.PI);
  if (turned === 0) return { x, y, height, turned };
  const [cos, sin] = [Math.cos(-angle), Math.sin(-angle)];
  return { x: x * cos - y * sin, y: x * sin + y * cos, height, turned };
}

/** Replaces ligatures and presentation forms by the letters that they represent, and removes control characters. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]/g, (one) => one.normalize('NFKC'))
    .replaceAll(/\p{Cc}/gu, '');
