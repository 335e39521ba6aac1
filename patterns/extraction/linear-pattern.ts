import { RE2JS, RE2JSException } from 're2js';
import type { TextSpan } from '../../contract/rows/located-text.ts';
import { noneOfRe2 } from '../../contract/values/re2.ts';
import { asWritten } from './as-written.ts';

const maxCharacters = 1000;
const maxMatches = 64;
const group = 'value';
const flags = RE2JS.MULTILINE;

const compiled = new Map<string, RE2JS>();

/**
 * Compiles a pattern with RE2, whose time is linear in the text. `^` and `$` match at line ends, and `(?i)` ignores
 * case.
 * @throws RE2JSException
 */
function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  const made = RE2JS.compile(pattern, flags);
  compiled.set(pattern, made);
  return made;
}

/** Returns what is wrong with a pattern, or undefined if it is valid. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > maxCharacters) return `is longer than ${maxCharacters} characters`;
  try {
    return compile(pattern).matcher('').find() ? 'matches the empty text' : undefined;
  } catch (error) {
    if (error instanceof RE2JSException) return `${noneOfRe2}: ${error.message}`;
    throw error;
  }
}

/**
 * Returns the spans that a pattern matches, from left to right, at most 64. A span is the group `value`, or the whole
 * match if there is no such group.
 */
export function matchesOf(
  pattern: string,
  text: string,
  { from = 0, to = text.length }: { readonly from?: number; readonly to?: number } = {},
): readonly TextSpan[] {
  const program = compile(pattern);
  const named = program.namedGroups()[group] !== undefined;
  const written = asWritten(text.slice(from, to));
  const matcher = program.matcher(written.text);
  const found: TextSpan[] = [];
  while (found.length < maxMatches && matcher.find()) {
    const start = named ? matcher.start(group) : matcher.start();
    const end = named ? matcher.end(group) : matcher.end();
    if (start >= 0 && end > start)
      found.push({
        start: from + written.at(start),
        end: endIn(text, from + written.at(end - 1), from + written.at(end)),
      });
  }
  return found;
}

/**
 * Returns the end of a match in the original: after the last character and its marks, but before characters that
 * `asWritten` has removed.
 */
const endIn = (text: string, last: number, next: number): number =>
  last + text.slice(last, Math.max(next, last + 1)).replace(/(?<=.)[\u00ad\u200b]+$/su, '').length;
