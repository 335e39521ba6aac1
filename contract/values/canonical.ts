import { createHash, createHmac } from 'node:crypto';
import { escapePointer } from './pointers.ts';

/** SHA-256, 64 hex digits. */
export type Hash = string;

/** A value that JSON cannot hold without loss. Thrown before anything is recorded. */
export class NotJson extends Error {
  override readonly name = 'NotJson';
}

const maxDepth = 100;
/** Matches text that JSON.stringify writes unchanged. Surrogates are left out, because one may be unpaired. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const plain = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/;

/**
 * RFC 8785 canonical JSON, checked and written in one pass. It refuses values that JSON.stringify would silently drop
 * or change: undefined, NaN, Infinity, integers past 2^53, -0, BigInt, and any object that is not plain (Date, Map, a
 * class).
 * @throws NotJson with the RFC 6901 pointer of the member
 */
export function canonicalJson(value: unknown): string {
  return written(value, []);
}

/** `path` has the names from the root to the value. */
function written(value: unknown, path: string[]): string {
  if (path.length > maxDepth) throw new NotJson(`nested over ${maxDepth} levels at ${pointer(path)}`);
  if (typeof value === 'string') return quoted(value, path, 'a lone surrogate');
  if (value === null || value === true || value === false) return String(value);
  if (typeof value === 'number') return number(value, path);
  if (typeof value !== 'object') throw new NotJson(`a ${typeof value} at ${pointer(path)}`);
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
    throw new NotJson(`an object that is not plain at ${pointer(path)}`);
  }
  let text = '';
  // Sorted by UTF-16 code units (RFC 8785, 3.2.3), which is the order of `sort` without a comparer.
  for (const key of Object.keys(value).sort()) {
    const name = quoted(key, path, 'a lone surrogate in a key');
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
  if (!exact) throw new NotJson(`a number that JSON cannot hold exactly at ${pointer(path)}`);
  return String(value);
}

const pointer = (path: readonly string[]): string => path.map((name) => `/${escapePointer(name)}`).join('');

export const sha256 = (text: string): Hash => createHash('sha256').update(text).digest('hex');

/** The hash of a JSON value: SHA-256 over its canonical form. */
export const hashOf = (value: unknown): Hash => sha256(canonicalJson(value));

/**
 * The blinded form of a hash. Spans, logs and the audit log hold it, because a plain hash of a small value could be
 * guessed.
 */
export const hmac = (key: string, hash: Hash): string => createHmac('sha256', key).update(hash).digest('hex');
