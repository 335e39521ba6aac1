import { lexemesOf, type Lexeme } from './lexemes.ts';

/** A text that people read. */
export interface Prose {
  readonly kind: 'comment' | 'message' | 'title';
  readonly text: string;
  readonly line: number;
}

/** Returns the comments of a file, together with the messages of product code or the titles of tests. */
export function proseOf(file: string, source: string): readonly Prose[] {
  const lexemes = lexemesOf(source);
  const strings = lexemes.filter(({ kind }) => kind === 'string');
  const own = file.startsWith('test/')
    ? strings.filter(isTitle).map(({ text, line }) => ({ kind: 'title' as const, text, line }))
    : strings.filter(isMessage).map(({ text, line }) => ({ kind: 'message' as const, text, line }));
  return [...comments(lexemes), ...own].sort((a, b) => a.line - b.line);
}

/** Returns the comments that have a line of their own. Line comments that follow each other are one text. */
function comments(lexemes: readonly Lexeme[]): readonly Prose[] {
  const found: (Prose & { readonly last: number })[] = [];
  for (const { kind, text, line, before, ownLine } of lexemes) {
    if (kind !== 'comment' || !ownLine || text.startsWith('oxlint-disable')) continue;
    const previous = found.at(-1);
    if (previous !== undefined && previous.last === line - 1 && before.trim() === '') {
      found[found.length - 1] = { ...previous, text: `${previous.text} ${text}`, last: line };
    } else {
      found.push({ kind: 'comment', text, line, last: line });
    }
  }
  return found.map(({ kind, text, line }) => ({ kind, text, line }));
}

/** True for a string with at least three words in lower case, unless it is a list of codes or a statement of SQL. */
const isMessage = ({ text, before }: Lexeme): boolean =>
  !/^\s*(?:CREATE|SELECT|WITH|FROM) /.test(text) &&
  /(?:^|\s)[a-z]+[a-z,.:;]*\s+\S+\s+\S/.test(text) &&
  /[a-z]{4}/.test(text) &&
  !/(?:import|from)\s*\(?$/.test(before);

/**
 * True for the first argument of `it`, `test` or `describe`, also after `each`. A method of that name has no title, and a
 * single word after another call is an argument.
 */
const isTitle = ({ before, text }: Lexeme): boolean =>
  /(?<!\.)\b(?:it|test|describe)(?:\.(?:concurrent|sequential|for|skipIf|runIf))*\(\s*$/.test(before) ||
  (/\)\(\s*$/.test(before) && /[\s%]/.test(text));
