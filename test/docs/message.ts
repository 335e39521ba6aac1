import { STATUS_CODES } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { valueAt } from '../../contract/values/pointers.ts';

/** HTTP message as a page shows it: a first line, headers, an empty line and a JSON body. */
export interface Message {
  readonly first: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Answers to earlier requests, by the name of the request. */
export type Answers = Readonly<Record<string, unknown>>;

const reference = /<([a-z][a-z0-9-]*)((?:\/[^<>\s]+)*)>/;

export function messageOf(text: string, answers: Answers): Message {
  const [head = '', ...body] = text.split('\n\n');
  const [first = '', ...lines] = head.split('\n').filter((line) => line !== '');
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(':');
    return [name.toLowerCase(), filledText(value.join(':').trim(), answers)];
  });
  const json = body.join('\n\n').trim();
  return {
    first: filledText(first, answers),
    headers: Object.fromEntries(headers),
    body: json === '' ? undefined : filled(JSON.parse(json), answers),
  };
}

/**
 * Replaces `<claim/receipt/eventId>` by that member of the answer named `claim`. It can be a part of a text or a whole
 * value.
 */
function filled(value: unknown, answers: Answers): unknown {
  if (typeof value === 'string') {
    const whole = reference.exec(value);
    return whole?.[0] === value ? taken(whole, answers) : filledText(value, answers);
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, answers));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, answers)]));
}

const filledText = (text: string, answers: Answers): string =>
  text.replaceAll(new RegExp(reference, 'g'), (...match) => String(taken(match, answers)));

function taken([whole, name = '', pointer = '']: readonly (string | undefined)[], answers: Answers): unknown {
  const value = valueAt(answers[name], pointer);
  if (value === undefined) throw new Error(`no answer has ${whole}`);
  return value;
}

/** Returns the status in the first line of an answer (RFC 9112, 4). */
export function statusOf(text: string): number {
  const [line, status = '', reason] = /^HTTP\/1\.1 (\d{3}) (.+)$/m.exec(text) ?? [];
  if (reason === undefined || reason !== STATUS_CODES[status]) throw new Error(`${line} is no status line`);
  return Number(status);
}

const any = '…';

/**
 * Returns the first place at which an answer differs from the page. `…` matches any value, and the answer may have more
 * members.
 */
export function difference(actual: unknown, shown: unknown, pointer = ''): string | undefined {
  if (shown === any) return actual === undefined ? `${pointer} is missing` : undefined;
  if (Array.isArray(shown)) {
    if (!Array.isArray(actual)) return `${pointer} is ${JSON.stringify(actual)}`;
    const open = shown.at(-1) === any;
    const items = open ? shown.slice(0, -1) : shown;
    if (open ? actual.length < items.length : actual.length !== items.length) {
      return `${pointer} has ${actual.length} items: ${JSON.stringify(actual)}`;
    }
    return first(items.map((item, i) => difference(actual[i], item, `${pointer}/${i}`)));
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof actual !== 'object' || actual === null) return `${pointer} is ${JSON.stringify(actual)}`;
    const members = new Map(Object.entries(actual));
    return first(Object.entries(shown).map(([name, one]) => difference(members.get(name), one, `${pointer}/${name}`)));
  }
  return isDeepStrictEqual(actual, shown) ? undefined : `${pointer} is ${JSON.stringify(actual)}`;
}

const first = (all: readonly (string | undefined)[]): string | undefined => all.find((one) => one !== undefined);
