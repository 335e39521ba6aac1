import { common, contains, type Box } from './matrix.ts';

/** An area that was painted. `colour` is undefined if the area has more than one colour. */
export interface Painted {
  readonly box: Box;
  readonly colour: string | undefined;
  /** The place in the order of painting. */
  readonly order: number;
  /** True if nothing below the area can be seen. */
  readonly opaque: boolean;
}

/** How a letter is drawn. */
export interface Ink {
  readonly colour: string | undefined;
  readonly alpha: number;
  /** The text rendering mode (ISO 32000-1, table 106). */
  readonly mode: number;
  readonly clip: Box;
  readonly order: number;
  /** True if the letter is in a group of optional content that is switched off. */
  readonly off: boolean;
}

/** Text rendering modes that neither fill nor stroke, so the letter is invisible. */
const drawsNothing = new Set([3, 7]);
const leastPoints = 1;
/** Two colours look the same if each of their components (0 to 255) differs by less than this. */
const leastContrast = 24;

/**
 * True if a person sees a letter at this place: it is drawn, is on the page, differs from its background, and is not
 * covered.
 */
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
