import type { TextSpan } from '../../contract/rows/located-text.ts';
import { escapePointer } from '../../contract/values/pointers.ts';
import type { Locate } from './located.ts';
import { SourceRefused } from './source-refused.ts';
import { TextBuilder, textLimits, tooLarge } from './text-builder.ts';
import { textOf } from './text-of.ts';

const maxDepth = 64;
const lexemes = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

interface Open {
  readonly pointer: string;
  /** Of an array: the index of the next member. */
  index: number | undefined;
  /** Of an object: the name that waits for its value. */
  name: string | undefined;
  readonly names: Set<string>;
}

/** JSON as it is written, and where each scalar of it stands. JSON.parse is the judge of the grammar. */
export const jsonText: Locate = (bytes, { charset }) => {
  const text = textOf(bytes, charset);
  try {
    JSON.parse(text);
  } catch {
    throw new SourceRefused('source.corrupt', 'no JSON');
  }
  const builder = new TextBuilder();
  builder.append(text);
  return { ...builder.build(), pointers: pointersOf(text) };
};

/** Of a text that is JSON. @throws SourceRefused where it is nested too deep, has too much, or names a member twice */
function pointersOf(text: string): Readonly<Record<string, TextSpan>> {
  const found = new Map<string, TextSpan>();
  const open: Open[] = [];
  for (const { 0: lexeme, index } of text.matchAll(lexemes)) {
    const inside = open.at(-1);
    const isKey = inside !== undefined && inside.index === undefined && inside.name === undefined;
    if (lexeme === '}' || lexeme === ']') {
      open.pop();
      ended(open.at(-1));
    } else if (lexeme === '{' || lexeme === '[') {
      if (open.length === maxDepth) throw new SourceRefused('source.bomb', `nested over ${maxDepth} levels`);
      open.push({
        pointer: pointerOf(inside),
        index: lexeme === '[' ? 0 : undefined,
        name: undefined,
        names: new Set(),
      });
    } else if (lexeme === ',' || lexeme === ':') {
      continue;
    } else if (isKey) {
      claim(inside, JSON.parse(lexeme) as string);
    } else {
      const inner = lexeme.startsWith('"') ? 1 : 0;
      found.set(pointerOf(inside), { start: index + inner, end: index + lexeme.length - inner });
      if (found.size > textLimits.spans) throw tooLarge(`over ${textLimits.spans} values`);
      ended(inside);
    }
  }
  return Object.fromEntries(found);
}

function claim(inside: Open, name: string): void {
  if (inside.names.has(name)) throw new SourceRefused('source.corrupt', 'a member is named twice');
  inside.names.add(name);
  inside.name = name;
}

const pointerOf = (inside: Open | undefined): string =>
  inside === undefined ? '' : `${inside.pointer}/${inside.index ?? escapePointer((inside.name ?? '').toWellFormed())}`;

/** A value has ended: the next of an array, or the next name of an object. */
function ended(inside: Open | undefined): void {
  if (inside === undefined) return;
  if (inside.index === undefined) inside.name = undefined;
  else inside.index += 1;
}
