import { any, complement, digits, range, single, space, union, word, type CharacterSet } from './character-set.ts';

export type RegexNode =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'alternatives'; readonly branches: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly body: RegexNode; readonly min: number; readonly max: number };

class Refused extends Error {}

const maxLength = 1000;
const notAnchored = 'is not anchored: begin it with ^, end it with $, and put alternatives into a group';
const escapes: Readonly<Record<string, CharacterSet>> = {
  d: digits,
  D: complement(digits),
  w: word,
  W: complement(word),
  s: space,
  S: complement(space),
  n: single(10),
  r: single(13),
  t: single(9),
  v: single(11),
  f: single(12),
  0: single(0),
};

/**
 * Parses an ECMAScript pattern (flag `u`) into the nodes that `backtracks` judges. It refuses every part that it does
 * not understand.
 */
export function parseRegex(pattern: string): { readonly node: RegexNode } | { readonly refused: string } {
  if (pattern.length > maxLength) return { refused: `is longer than ${maxLength} characters` };
  try {
    RegExp(pattern, 'u');
  } catch {
    return { refused: 'is not a regular expression' };
  }
  const anchored = pattern.startsWith('^') && /(^|[^\\])(\\\\)*\$$/.test(pattern);
  if (!anchored) return { refused: notAnchored };
  try {
    const node = new Parser(pattern.slice(1, -1)).whole();
    return node.kind === 'alternatives' ? { refused: notAnchored } : { node };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    throw error;
  }
}

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): RegexNode {
    const node = this.#alternatives();
    if (this.#at < this.#text.length) throw new Refused('has a part that this check does not understand');
    return node;
  }

  #alternatives(): RegexNode {
    if (++this.#depth > 32) throw new Refused('has groups over 32 levels deep');
    const branches = [this.#sequence()];
    while (this.#take('|')) branches.push(this.#sequence());
    this.#depth -= 1;
    return branches.length === 1 && branches[0] ? branches[0] : { kind: 'alternatives', branches };
  }

  #sequence(): RegexNode {
    const parts: RegexNode[] = [];
    while (this.#at < this.#text.length && !'|)'.includes(this.#peek())) parts.push(this.#repeated(this.#atom()));
    return { kind: 'sequence', parts };
  }

  #repeated(body: RegexNode): RegexNode {
    const [quantifier, , min, comma, max] = this.#match(/(\*|\+|\?|\{(\d+)(,(\d*))?\})\??/y) ?? [];
    if (quantifier === undefined) return body;
    if (quantifier.startsWith('*')) return { kind: 'repeat', body, min: 0, max: Infinity };
    if (quantifier.startsWith('+')) return { kind: 'repeat', body, min: 1, max: Infinity };
    if (quantifier.startsWith('?')) return { kind: 'repeat', body, min: 0, max: 1 };
    const least = Number(min);
    const most = comma === undefined ? least : max === '' ? Infinity : Number(max);
    return { kind: 'repeat', body, min: least, max: most };
  }

  #atom(): RegexNode {
    if (this.#match(/\((?!\?)|\(\?:|\(\?<[A-Za-z]\w*>/y)) {
      const node = this.#alternatives();
      if (!this.#take(')')) throw new Refused('has a group that is not closed');
      return node;
    }
    if (this.#peek() === '(') throw new Refused('has a look-ahead or look-behind');
    if (this.#take('[')) return { kind: 'set', set: this.#bracket() };
    if (this.#take('.')) return { kind: 'set', set: any };
    if ('^$'.includes(this.#peek())) throw new Refused('has ^ or $ in its middle');
    return { kind: 'set', set: this.#character().set };
  }

  #bracket(): CharacterSet {
    const negated = this.#take('^');
    const sets: CharacterSet[] = [];
    while (!this.#take(']')) {
      const from = this.#character();
      if (from.code !== undefined && this.#peek() === '-' && this.#text[this.#at + 1] !== ']') {
        this.#at += 1;
        sets.push(range(from.code, this.#character().code ?? 0x10ffff));
      } else sets.push(from.set);
    }
    return negated ? complement(union(sets)) : union(sets);
  }

  #character(): { readonly set: CharacterSet; readonly code?: number } {
    const property = this.#match(/\\[pP]\{[^}]*\}/y);
    if (property) return { set: any };
    const [, hex, hex4, hexBraced] =
      this.#match(/\\x([0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|\\u\{([0-9a-fA-F]+)\}/y) ?? [];
    const digitsOfCode = hex ?? hex4 ?? hexBraced;
    if (digitsOfCode !== undefined) return coded(Number.parseInt(digitsOfCode, 16));
    if (this.#take('\\')) {
      const escaped = this.#next();
      if (/[1-9bBk]/.test(escaped)) throw new Refused('has a back reference or a word boundary');
      const set = escapes[escaped];
      return set === undefined ? coded(escaped.codePointAt(0) ?? 0) : { set };
    }
    return coded(this.#next().codePointAt(0) ?? 0);
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #next(): string {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) throw new Refused('ends too early');
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  #match(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at;
    const found = form.exec(this.#text);
    if (found) this.#at = form.lastIndex;
    return found;
  }
}

const coded = (code: number): { set: CharacterSet; code: number } => ({ set: single(code), code });
