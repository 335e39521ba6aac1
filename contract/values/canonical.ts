import { createHash, createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Json } from './json.ts';
import { escapePointer } from './pointers.ts';

/** SHA-256, 64 hex digits. */
export type Hash = string;

/** A value that JSON cannot say without loss; thrown before anything is recorded. */
export class NotJson extends Error {
  override readonly name = 'NotJson';
}

/**
 * RFC 8785 canonical JSON. Refuses what the library would silently drop or change: undefined, NaN, Infinity, integers past
 * 2^53, -0, BigInt, and any object that is not plain (Date, Map, a class).
 * @throws NotJson with the RFC 6901 pointer of the member
 */
export function canonicalJson(value: unknown): string {
  assertPlain(value, '', 0);
  const text = canonicalize(value);
  if (text === undefined) throw new NotJson('the value is not JSON');
  return text;
}

function assertPlain(value: unknown, pointer: string, depth: number): asserts value is Json {
  if (depth > 100) throw new NotJson(`nested over 100 levels at ${pointer}`);
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new NotJson(`a lone surrogate at ${pointer}`);
    return;
  }
  if (typeof value === 'number') {
    const exact =
      Number.isFinite(value) && !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value));
    if (!exact) throw new NotJson(`a number that JSON cannot hold exactly at ${pointer}`);
    return;
  }
  if (typeof value !== 'object') throw new NotJson(`a ${typeof value} at ${pointer}`);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) assertPlain(value[i], `${pointer}/${i}`, depth + 1);
    return;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new NotJson(`an object that is not plain at ${pointer}`);
  for (const [key, member] of Object.entries(value)) {
    if (!key.isWellFormed()) throw new NotJson(`a lone surrogate in a key at ${pointer}`);
    assertPlain(member, `${pointer}/${escapePointer(key)}`, depth + 1);
  }
}

export const sha256 = (text: string): Hash => createHash('sha256').update(text).digest('hex');

/** The hash of a JSON value: SHA-256 over its canonical form. */
export const hashOf = (value: unknown): Hash => sha256(canonicalJson(value));

/** What spans, logs and the audit log hold in place of a plain hash, which a small value's could be guessed from. */
export const hmac = (key: string, hash: Hash): string => createHmac('sha256', key).update(hash).digest('hex');
