import { common, contains, type Box } from './matrix.ts';

/** Something that was painted over a part of the page. `colour` is undefined where it is not of one colour. */
export interface Painted {
  readonly box: Box;
  readonly colour: string | undefined;
  /** Its place in the order of painting. */
  readonly order: number;
  /** Nothing beneath it is seen. */
  readonly opaque: boolean;
}

/** How a letter is drawn. */
export interface Ink {
  readonly colour: string | undefined;
  readonly alpha: number;
  /** ISO 32000-1, table 106. */
  readonly mode: number;
  readonly clip: Box;
  readonly order: number;
  /** In an optional group that is off. */
  readonly off: boolean;
}

/** Neither fills nor strokes. */
const drawsNothing = new Set([3, 7]);
const leastPoints = 1;
/** Of 255, in each part of a colour: nearer to each other two colours are one to the eye. */
const leastContrast = 24;

/** Whether a person sees what stands at a place: drawn, on the page, in another colour than what is behind it, and not covered. */
export function isSeen(
  ink: Ink,
  [x, y, height]: readonly [x: number, y: number, height: number],
  painted: readonly Painted[],
): boolean {
  if (ink.off || drawsNothing.has(ink.mode) || ink.alpha === 0 || height < leastPoints) return false;
  if (!contains(ink.clip, x, y)) return false;
  const here = painted.filter(({ box }) => contains(box, x, y));
  if (here.some(({ order, opaque }) => order > ink.order && opaque)) return false;
  const behind = here.findLast(({ order }) => order < ink.order);
  const paper = behind === undefined ? '#ffffff' : behind.colour;
  return ink.colour === undefined || paper === undefined || differ(ink.colour, paper);
}

function differ(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  return a.some((part, i) => Math.abs(part - (b[i] ?? 0)) >= leastContrast);
}

const partsOf = (colour: string): readonly number[] =>
  [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));

export const isEmpty = ([left, bottom, right, top]: Box): boolean => left >= right || bottom >= top;
export const within = common;
