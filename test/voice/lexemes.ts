/** A comment or a string of a source file, in its order. */
export interface Lexeme {
  readonly kind: 'comment' | 'string';
  /** Without its quotes or comment marks; `${…}` of a template is written as `…`. */
  readonly text: string;
  readonly line: number;
  /** The code before it, back to the lexeme before. */
  readonly before: string;
  /** True if nothing but white space is before it on its line. */
  readonly ownLine: boolean;
}

const lexeme =
  /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|\{[^{}]*\}|`(?:[^`\\]|\\.)*`)*\})*`|(?<=[(,=:[!&|?{};\n]\s*|return\s+)\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;

/** The comments and strings of a TypeScript source. Regular expressions are recognised, so that a quote in one begins no string. */
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
