import { RE2JS, RE2JSException } from 're2js';
import type { TextSpan } from '../../contract/rows/located-text.ts';
import { noneOfRe2 } from '../../contract/values/re2.ts';
import { asWritten } from './as-written.ts';

const maxCharacters = 1000;
const maxMatches = 64;
const group = 'value';
const flags = RE2JS.MULTILINE;

const compiled = new Map<string, RE2JS>();

/** RE2, whose time is linear in the text. `^` and `$` are those of a line; `(?i)` leaves case aside. @throws RE2JSException */
function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  const made = RE2JS.compile(pattern, flags);
  compiled.set(pattern, made);
  return made;
}

/** Why a pattern is none, or undefined where it is one. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > maxCharacters) return `is over ${maxCharacters} characters`;
  try {
    return compile(pattern).matcher('').find() ? 'matches nothing at all' : undefined;
  } catch (error) {
    if (error instanceof RE2JSException) return `${noneOfRe2}: ${error.message}`;
    throw error;
  }
}

/** Where the pattern's group `value` stands, or the whole where it has no such group: the first 64, from left to right. */
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

/** Behind the last character with its marks, before what the reading has left out. */
const endIn = (text: string, last: number, next: number): number =>
  last + text.slice(last, Math.max(next, last + 1)).replace(/(?<=.)[\u00ad\u200b]+$/su, '').length;
