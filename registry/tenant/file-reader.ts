import type * as z from 'zod';
import { checkFile } from './file-problems.ts';
import type { Problem } from './problem.ts';
import { remembered } from '../remembered.ts';
import { parseSource } from './source.ts';
import type { LoadedFile } from './tenant.ts';

interface Read<T> {
  /** Undefined if the file has problems. */
  readonly loaded: LoadedFile<T> | undefined;
  readonly problems: readonly Problem[];
}

type Reader<T> = (given: { readonly file: string; readonly text: string }) => Read<T>;

const readers = new WeakMap<z.ZodType, Reader<unknown>>();

/**
 * Returns a reader of YAML files with one schema. The same text under the same name is parsed only once, so loading a
 * tenant again is fast.
 */
export function fileReader<T>(schema: z.ZodType<T>): Reader<T> {
  const known = readers.get(schema) ?? remembered(1024, ({ file, text }) => `${file} ${text}`, readerOf(schema));
  readers.set(schema, known);
  return known as Reader<T>;
}

const readerOf =
  <T>(schema: z.ZodType<T>): Reader<T> =>
  ({ file, text }) => {
    const { source, problems } = parseSource(file, text);
    if (problems.length > 0) return { loaded: undefined, problems };
    const checked = checkFile(source, schema);
    const { value } = checked;
    return { loaded: value === undefined ? undefined : { source, value }, problems: checked.problems };
  };
