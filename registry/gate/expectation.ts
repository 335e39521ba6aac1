import type { Outcome } from '../../contract/call.ts';
import { escapePointer } from '../../contract/values/pointers.ts';
import type { GoldenCase } from '../tenant/schemas/pack-file.ts';

interface Answer {
  readonly result: unknown;
  readonly exceptions: readonly { readonly kind: string; readonly detail: string }[];
}

/** Returns the first difference between an outcome and what its case expects, or undefined. */
export function disappointment(
  outcome: Outcome,
  expect: GoldenCase['expect'],
  fill: (value: unknown) => unknown,
): string | undefined {
  if ('refused' in expect) {
    if (!('refused' in outcome)) return `the call was answered, but the case expects the refusal ${expect.refused}`;
    return outcome.refused === expect.refused
      ? undefined
      : `the call was refused with ${outcome.refused} (${outcome.detail}), but the case expects ${expect.refused}`;
  }
  if ('refused' in outcome) {
    return `the call was refused with ${outcome.refused}: ${outcome.detail}${outcome.pointer === undefined ? '' : ` at ${outcome.pointer}`}`;
  }
  const { result, exceptions } = JSON.parse(outcome.body) as Answer;
  const kinds = exceptions.map(({ kind }) => kind).join(', ');
  if (kinds !== expect.exceptions.join(', ')) {
    const found = exceptions.map(({ kind, detail }) => `${kind} (${detail})`);
    return `the result has the exceptions [${found.join(', ')}], but the case expects [${expect.exceptions.join(', ')}]`;
  }
  return missing(result, fill(expect.result), '/result');
}

/**
 * Returns the first expected member that is missing or differs. Other members are ignored, but arrays must have the
 * same length.
 */
function missing(actual: unknown, expected: unknown, pointer: string): string | undefined {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return different(pointer, actual, expected);
    return first(expected.map((item, i) => missing(actual[i], item, `${pointer}/${i}`)));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual))
      return different(pointer, actual, expected);
    const members = new Map(Object.entries(actual));
    return first(
      Object.entries(expected).map(([name, member]) =>
        missing(members.get(name), member, `${pointer}/${escapePointer(name)}`),
      ),
    );
  }
  return Object.is(actual, expected) ? undefined : different(pointer, actual, expected);
}

const different = (pointer: string, actual: unknown, expected: unknown): string =>
  `${pointer} is ${shown(actual)}, but the case expects ${shown(expected)}`;

const first = (all: readonly (string | undefined)[]): string | undefined => all.find((one) => one !== undefined);

/** Returns a value as short text. It may be shown, because it comes from the author's own pack. */
const shown = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value).slice(0, 120));
