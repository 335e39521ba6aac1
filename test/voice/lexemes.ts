/** A comment or a string of a source file. */
export interface Lexeme {
  readonly kind: 'comment' | 'string';
  /** The text without its quotes or comment marks; each `${…}` of a template is written as `…`. */
  readonly text: string;
  readonly line: number;
  /** The code between the previous lexeme and this one. */
  readonly before: string;
  /** True if only white space is before it on its line. */
  readonly ownLine: boolean;
}

const lexeme =
  /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|\{[^{}]*\}|`(?:[^`\\]|\\.)*`)*\})*`|(?<=[(,=:[!&|?{};\n]\s*|return\s+)\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;

/**
 * Finds the comments and strings of a TypeScript source. It recognises regular expressions, so that a quote in one does not
 * begin a string.
 */
export function lexemesOf(source: string): readonly Lexeme[] {
  let end = 0;
  return [...source.matchAll(lexeme)].flatMap(({ 0: raw, index }): readonly Lexeme[] => {
    const before = source.slice(end, index);
    end = index + raw.length;
    const line = source.slice(0, index).split('\n').length;
    const ownLine = /(?:^|\n)[ \t]*$/.test(source.slice(0, index));
    if (raw.startsWith('/*') || raw.startsWith('//')) {
      return [{ kind: 'comment', text: commentText(raw), line, before, ownLine }];
    }
    if (raw.startsWith('/')) return [];
    return [{ kind: 'string', text: stringText(raw), line, before, ownLine }];
  });
}

const commentText = (raw: string): string =>
  raw
    .replaceAll(/^\/\*+|\*+\/$|^\/\/ ?/g, '')
    .replaceAll(/\n\s*\* ?/g, ' ')
    .trim();

const stringText = (raw: string): string =>
  raw
    .slice(1, -1)
    .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')
    .replaceAll(/\\(.)/g, '$1');
