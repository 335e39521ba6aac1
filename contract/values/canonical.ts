import { createHash, createHmac } from 'node:crypto';
import { escapePointer } from './pointers.ts';

/** A SHA-256 in 64 hex digits. */
export type Hash = string;

/** Thrown for a value that JSON cannot represent without loss. Nothing has been recorded by then. */
export class NotJson extends Error {
  override readonly name = 'NotJson';
}

const maxDepth = 100;
/** Matches text that JSON.stringify writes unchanged. It excludes surrogates, because one of them may be unpaired. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const plain = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/;

/**
 * Returns the canonical JSON (RFC 8785) of a value. It refuses every value that JSON.stringify would silently drop or
 * change: undefined, NaN, Infinity, integers past 2^53, -0, BigInt, and any object that is not plain (Date, Map, a
 * class).
 * @throws NotJson with the JSON Pointer (RFC 6901) of the member
 */
export function canonicalJson(value: unknown): string {
  return written(value, []);
}

/** Writes a value. `path` contains the names from the root to the value. */
function written(value: unknown, path: string[]): string {
  if (path.length > maxDepth) throw new NotJson(`the value is nested over ${maxDepth} levels at ${pointer(path)}`);
  if (typeof value === 'string') return quoted(value, path, 'the value has a lone surrogate');
  if (value === null || value === true || value === false) return String(value);
  if (typeof value === 'number') return number(value, path);
  if (typeof value !== 'object')
    throw new NotJson(`the value has a member of the type ${typeof value} at ${pointer(path)}`);
  return Array.isArray(value) ? list(value, path) : object(value, path);
}

function list(items: readonly unknown[], path: string[]): string {
  let text = '[';
  for (let i = 0; i < items.length; i += 1) {
    path.push(String(i));
    text += `${i === 0 ? '' : ','}${written(items[i], path)}`;
    path.pop();
  }
  return `${text}]`;
}

function object(value: object, path: string[]): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new NotJson(`the value has an object that is not a plain object at ${pointer(path)}`);
  }
  let text = '';
  // Keys are sorted by UTF-16 code units (RFC 8785, 3.2.3), which is the order of `sort` without a comparer.
  for (const key of Object.keys(value).sort()) {
    const name = quoted(key, path, 'the value has a lone surrogate in a key');
    path.push(key);
    text += `${text === '' ? '' : ','}${name}:${written((value as Record<string, unknown>)[key], path)}`;
    path.pop();
  }
  return `{${text}}`;
}

function quoted(text: string, path: readonly string[], fault: string): string {
  if (plain.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new NotJson(`${fault} at ${pointer(path)}`);
  return JSON.stringify(text);
}

function number(value: number, path: readonly string[]): string {
  const exact =
    Number.isFinite(value) && !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  if (!exact) throw new NotJson(`the value has a number that JSON cannot hold exactly at ${pointer(path)}`);
  return String(value);
}

const pointer = (path: readonly string[]): string => path.map((name) => `/${escapePointer(name)}`).join('');

export const sha256 = (text: string): Hash => createHash('sha256').update(text).digest('hex');

/** Returns the hash of a JSON value: the SHA-256 of its canonical form. */
export const hashOf = (value: unknown): Hash => sha256(canonicalJson(value));

/**
 * Returns the HMAC of a hash. Spans, logs and the audit log contain it in place of the hash, because somebody could
 * guess a small value from its plain hash.
 */
export const hmac = (key: string, hash: Hash): string => createHmac('sha256', key).update(hash).digest('hex');
