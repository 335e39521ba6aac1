import {
  celFunc,
  celListConcat,
  celMethod,
  CelScalar,
  isCelList,
  isCelMap,
  isCelUint,
  listType,
  type CelFunc,
  type CelValue,
} from '@bufbuild/cel';
import { RE2JS } from 're2js';
import { charge } from './meter.ts';

const { BOOL, DYN, INT, STRING } = CelScalar;
const LIST = listType(DYN);

/** The number of characters that are compared or searched in one step (measured on Node 24: 0.4 ns for each). */
const charactersAStep = 64;
/** V8 moves a searched text by at most this many characters, and then compares the whole text again. */
const maxShift = 250;
/** The steps for comparing two members of lists or objects. */
const memberSteps = 8;

/** The CEL functions whose work grows with their input. Each function charges its steps before it does the work. */
export const meteredFunctions: readonly CelFunc[] = [
  celFunc('_==_', [DYN, DYN], BOOL, same),
  celFunc('_!=_', [DYN, DYN], BOOL, (a, b) => !same(a, b)),
  celFunc('_<_', [STRING, STRING], BOOL, (a, b) => compared(a, b) < 0),
  celFunc('_<=_', [STRING, STRING], BOOL, (a, b) => compared(a, b) <= 0),
  celFunc('_>_', [STRING, STRING], BOOL, (a, b) => compared(a, b) > 0),
  celFunc('_>=_', [STRING, STRING], BOOL, (a, b) => compared(a, b) >= 0),
  celFunc('_+_', [STRING, STRING], STRING, (a, b) => {
    charge((a.length + b.length) / charactersAStep);
    return a + b;
  }),
  celFunc('_+_', [LIST, LIST], LIST, (a, b) => {
    charge(a.size + b.size);
    return celListConcat(a, b);
  }),
  celFunc('@in', [DYN, LIST], BOOL, (value, list) => {
    for (const item of list) if (same(item, value)) return true;
    return false;
  }),
  celFunc('size', [STRING], INT, sizeOf),
  celMethod('size', STRING, [], INT, function () {
    return sizeOf(this);
  }),
  celMethod('contains', STRING, [STRING], BOOL, function (needle) {
    charge((this.length * (1 + needle.length / maxShift)) / charactersAStep);
    return this.includes(needle);
  }),
  celMethod('startsWith', STRING, [STRING], BOOL, function (start) {
    charge(start.length / charactersAStep);
    return this.startsWith(start);
  }),
  celMethod('endsWith', STRING, [STRING], BOOL, function (end) {
    charge(end.length / charactersAStep);
    return this.endsWith(end);
  }),
  celMethod('matches', STRING, [STRING], BOOL, function (source) {
    const { pattern, characterSteps } = patternOf(source);
    charge(this.length * characterSteps);
    return pattern.test(this);
  }),
];

/** True if two values are equal as CEL defines it: numbers by value, lists and objects by their members. */
function same(a: CelValue, b: CelValue): boolean {
  charge(1);
  if (typeof a === 'string' && typeof b === 'string') return a.length === b.length && compared(a, b) === 0;
  const [left, right] = [scalar(a), scalar(b)];
  if (isNumber(left) && isNumber(right)) return left == right;
  if (isCelList(a)) {
    if (!isCelList(b) || a.size !== b.size) return false;
    charge(a.size * memberSteps);
    for (let i = 0; i < a.size; i += 1) if (!same(a.get(i) ?? null, b.get(i) ?? null)) return false;
    return true;
  }
  if (isCelMap(a)) {
    if (!isCelMap(b) || a.size !== b.size) return false;
    charge(a.size * memberSteps);
    for (const [key, member] of a) {
      const other = b.get(key);
      if (other === undefined || !same(member, other)) return false;
    }
    return true;
  }
  return left === right;
}

const scalar = (value: CelValue): unknown => (isCelUint(value) ? value.value : value);
const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

function compared(a: string, b: string): number {
  charge(Math.min(a.length, b.length) / charactersAStep);
  return a < b ? -1 : a === b ? 0 : 1;
}

/** Returns the length of a text in code points, as CEL counts it. */
function sizeOf(text: string): bigint {
  charge(text.length);
  let count = 0n;
  for (const _ of text) count += 1n;
  return count;
}

interface Pattern {
  readonly pattern: RE2JS;
  /** The steps for each character of the text. They grow with the number of states of the expression. */
  readonly characterSteps: number;
}

/**
 * Compiled regular expressions by their source. Their number is limited, because rules contain them only as constants.
 */
const patterns = new Map<string, Pattern>();

/** True if an expression is valid in RE2, whose time is linear in the text. */
export function isRe2(source: string): boolean {
  try {
    patternOf(source);
    return true;
  } catch {
    return false;
  }
}

function patternOf(source: string): Pattern {
  const known = patterns.get(source);
  if (known) return known;
  const repeats = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, least, most]) => Number(most || least));
  const states = repeats.reduce((product, repeat) => product * Math.max(1, repeat), source.length);
  const made = { pattern: RE2JS.compile(source), characterSteps: Math.max(1, Math.ceil(states / 50)) };
  patterns.set(source, made);
  return made;
}
