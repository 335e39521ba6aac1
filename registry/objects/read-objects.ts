import { createHash } from 'node:crypto';
import { escapePointer } from '../../contract/values/pointers.ts';
import type { Hash } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import { parseJson, type Json } from '../../contract/values/json.ts';
import { unmarked, utf8Text } from '../../contract/values/utf8.ts';
import { streamOfFile } from '../files/regular-file.ts';
import { byteLines } from './byte-lines.ts';
import type { ObjectType } from './object-type.ts';
import type { BadLine } from './refused.ts';

type Value = Readonly<Record<string, Json>>;
export interface Identified {
  readonly id: string;
  readonly value: Value;
}
type Read = Identified | Omit<BadLine, 'line'>;

/** Limit of one object in bytes. It is half of what an item can hold, because each object is stored in two rows. */
const maxBytes = 128 * 1024;
const maxIdLength = 256;

/** Reads the objects of a file with one JSON object on each line. Empty lines are skipped; `line` counts from 1. */
export async function* objectLines(
  file: string,
  type: ObjectType,
): AsyncGenerator<{ readonly line: number; readonly read: Read }> {
  let line = 0;
  for await (const bytes of byteLines(file, maxBytes)) {
    line += 1;
    const text = bytes && utf8Text(bytes);
    if (bytes === undefined) yield { line, read: wrong(`is over ${maxBytes / 1024} KB`) };
    else if (text === undefined) yield { line, read: wrong('is not UTF-8: save the file as UTF-8') };
    else if (text.trim() !== '') yield { line, read: readLine(line === 1 ? unmarked(text) : text, type) };
  }
}

const wrong = (message: string): Omit<BadLine, 'line'> => ({ pointer: '', message });

function readLine(text: string, { key, finding }: ObjectType): Read {
  const value = parsed(text);
  if ('message' in value) return value;
  const found = finding(value.json);
  if (found) return found;
  // The value fits the type, so it is an object with the key.
  const object = value.json as Value;
  const id = object[key];
  if (typeof id !== 'string' || id === '' || id.length > maxIdLength) {
    return { pointer: `/${escapePointer(key)}`, message: `must have 1 to ${maxIdLength} characters` };
  }
  return { id, value: object };
}

function parsed(text: string): { readonly json: Json } | Omit<BadLine, 'line'> {
  try {
    return { json: parseJson(text) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Each message of `parseJson` begins with these words, which name the body of a request.
    return wrong(error.message.slice('the body '.length));
  }
}

/** The result of reading a whole file before anything is written. */
export interface Surveyed {
  readonly objects: number;
  readonly fileHash: Hash;
  /** The first `listed` bad lines. `badLines` is the number of all bad lines. */
  readonly bad: readonly BadLine[];
  readonly badLines: number;
}

const listed = 50;

/**
 * Reads a whole file and collects its bad lines: those that do not fit the type, and those with the key of an earlier
 * line.
 */
export async function survey(file: string, type: ObjectType): Promise<Surveyed> {
  const first = new Map<string, number>();
  const bad: BadLine[] = [];
  let badLines = 0;
  for await (const { line, read } of objectLines(file, type)) {
    const problem = 'message' in read ? read : repeated({ id: read.id, line }, first, type);
    if (!problem) continue;
    badLines += 1;
    if (bad.length < listed) bad.push({ line, ...problem });
  }
  return { objects: first.size, fileHash: await hashOfFile(file), bad, badLines };
}

function repeated(
  { id, line }: { readonly id: string; readonly line: number },
  first: Map<string, number>,
  { key }: ObjectType,
) {
  const earlier = first.get(id);
  if (earlier !== undefined)
    return { pointer: `/${escapePointer(key)}`, message: `has a value that is already used in line ${earlier}` };
  first.set(id, line);
  return undefined;
}

async function hashOfFile(file: string): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const chunk of streamOfFile(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
