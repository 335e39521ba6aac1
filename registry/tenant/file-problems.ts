import type * as z from 'zod';
import { nearest } from './did-you-mean.ts';
import type { Problem } from './problem.ts';
import { problemAt, type Path, type Source } from './source.ts';

/** Parses a file's value by its schema; each finding with its place and what to do. */
export function checkFile<T>(source: Source, schema: z.ZodType<T>): { value?: T; problems: readonly Problem[] } {
  return checkPart(source, [], source.value, schema);
}

/** The same for a value that stands at a path of the file. */
export function checkPart<T>(
  source: Source,
  at: Path,
  value: unknown,
  schema: z.ZodType<T>,
): { value?: T; problems: readonly Problem[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data, problems: [] };
  return { problems: parsed.error.issues.flatMap((issue) => problemsOf(source, at, issue)) };
}

function problemsOf(source: Source, at: Path, issue: z.core.$ZodIssue): readonly Problem[] {
  const path = [...at, ...issue.path];
  const name = path.length === 0 ? 'the file' : path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      problemAt(
        source,
        [...path, key],
        `${[...path, key].map(String).join('.')} is not known`,
        'Remove or rename it',
        true,
      ),
    );
  }
  if (issue.code === 'invalid_union') {
    // Of several forms the one that is nearest to what was written.
    const [nearest] = [...issue.errors].sort((a, b) => a.length - b.length);
    if (nearest && nearest.length > 0) return nearest.flatMap((inner) => problemsOf(source, path, inner));
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const given = valueAt(source.value, path);
    const near = typeof given === 'string' ? nearest(given, values) : undefined;
    const fix = near === undefined ? `Use one of: ${values.join(', ')}` : `Did you mean ${near}?`;
    return [problemAt(source, path, `${name} is none of the known values`, fix)];
  }
  if (issue.code === 'invalid_type') {
    const given = valueAt(source.value, path);
    if (given === undefined) return [problemAt(source, path, `${name} is missing`, `Add it (${issue.expected})`)];
    const quote = issue.expected === 'string' && typeof given === 'number';
    return [
      problemAt(
        source,
        path,
        `${name} is no ${issue.expected}`,
        quote ? 'Quote it' : `Write ${articleOf(issue.expected)} ${issue.expected}`,
      ),
    ];
  }
  return [problemAt(source, path, `${name}: ${issue.message}`, 'Correct it')];
}

const articleOf = (noun: string): string => (/^[aeiou]/.test(noun) ? 'an' : 'a');

function valueAt(value: unknown, path: Path): unknown {
  let now = value;
  for (const step of path) {
    if (typeof now !== 'object' || now === null) return undefined;
    now = Object.entries(now).find(([key]) => key === String(step))?.[1];
  }
  return now;
}
