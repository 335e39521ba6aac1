import type * as z from 'zod';
import { sayNames } from './issue-names.ts';
import { sentencesOf } from './issue-sentence.ts';
import type { Problem } from './problem.ts';
import { problemAt, type Path, type YamlSource } from './source.ts';

/** Parses the value of a file with its schema. Each problem has its place and its fix. */
export function checkFile<T>(source: YamlSource, schema: z.ZodType<T>): { value?: T; problems: readonly Problem[] } {
  return checkPart({ source, at: [] }, source.value, schema);
}

/** Parses the value at a path of a file, in the same way as `checkFile` parses the whole file. */
export function checkPart<T>(
  { source, at }: { readonly source: YamlSource; readonly at: Path },
  value: unknown,
  schema: z.ZodType<T>,
): { value?: T; problems: readonly Problem[] } {
  const parsed = schema.safeParse(value, sayNames);
  if (parsed.success) return { value: parsed.data, problems: [] };
  return {
    problems: sentencesOf(parsed.error.issues, source.value, at).map(({ path, message, fix, key }) =>
      problemAt({ source, path, key }, message, fix),
    ),
  };
}
