import { escapePointer } from '../../../contract/values/pointers.ts';

/** A value with one change, and the pointer to the changed place. */
export interface Mutation {
  readonly at: string;
  readonly how: string;
  readonly value: unknown;
}

const huge = 'x'.repeat(3_000);
/** Names of members that every object inherits, and of members that no schema declares. */
const foreignMembers = ['toString', 'hasOwnProperty', 'valueOf', 'extra', ''] as const;

/** Replacements for a value. The schema of a place decides which of them are invalid there. */
const replacements = (value: unknown): Readonly<Record<string, unknown>> => ({
  null: null,
  true: true,
  zero: 0,
  fraction: 0.5,
  negative: -1,
  'an empty text': '',
  'a text that looks like a number': '123321',
  'a text that looks like JSON': '{"a":1}',
  'a huge text': huge,
  'an empty list': [],
  'an empty object': {},
  'a list of it': [value],
  'an object of it': { value },
});

/** Returns every variant of a value with one change: a removed, an added or a replaced member. */
export function mutationsOf(value: unknown, at = ''): readonly Mutation[] {
  const own = Object.entries(replacements(value)).map(([how, instead]) => ({ at, how, value: instead }));
  if (Array.isArray(value)) {
    return [
      ...own,
      ...value.flatMap((item, i) =>
        mutationsOf(item, `${at}/${i}`).map((inner) => ({ ...inner, value: value.with(i, inner.value) })),
      ),
    ];
  }
  if (value === null || typeof value !== 'object') return own;
  const members = Object.entries(value);
  const placed = (name: string): string => `${at}/${escapePointer(name)}`;
  return [
    ...own,
    ...members.map(([name]) => ({ at: placed(name), how: 'dropped', value: without(value, name) })),
    ...foreignMembers.map((name) => ({ at: placed(name), how: 'added', value: { ...value, [name]: 'x' } })),
    ...members.flatMap(([name, member]) =>
      mutationsOf(member, placed(name)).map((inner) => ({ ...inner, value: { ...value, [name]: inner.value } })),
    ),
  ];
}

const without = (value: object, name: string): object =>
  Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));

/** Values that JSON cannot represent without loss. No result may contain them. */
export const notJson: Readonly<Record<string, unknown>> = {
  undefined,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '2 to the 60': 2 ** 60,
  'minus zero': -0,
  'a BigInt': 1n,
  'a Date': new Date(0),
  'a Map': new Map(),
  'a function': () => undefined,
  'a lone surrogate': 'x\uD800',
};

/**
 * Makes bodies that two parsers could read differently, from a valid body. Each has the code with which it is refused.
 */
export const ambiguousBodies = (body: string): readonly (readonly [string, string])[] => {
  const [, members] = /^\{(.*)\}$/s.exec(body) ?? [];
  return [
    ['body.forbidden_key', `{"__proto__":{"polluted":true},${members}}`],
    ['body.forbidden_key', `{${members},"extra":{"constructor":{}}}`],
    ['body.duplicate_key', `{"extra":1,"\\u0065xtra":2,${members}}`],
    ['body.lone_surrogate', `{"extra":"\\ud800",${members}}`],
    ['body.lone_surrogate', `{"\\udc00\\ud800":1,${members}}`],
    ['body.unsafe_number', `{"extra":9007199254740993,${members}}`],
    ['body.unsafe_number', `{"extra":1e400,${members}}`],
    ['body.too_deep', `{"extra":${'['.repeat(20_000)}${']'.repeat(20_000)},${members}}`],
    ['body.malformed', `[${body}]`],
    ['body.malformed', `${body}x`],
    ['body.malformed', ''],
    ['body.too_large', `{"extra":"${'x'.repeat(256 * 1024)}",${members}}`],
  ];
};
