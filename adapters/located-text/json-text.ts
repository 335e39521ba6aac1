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
  /** The index of the next member of an array. Undefined for an object. */
  index: number | undefined;
  /** In an object, the name whose value comes next. */
  name: string | undefined;
  readonly names: Set<string>;
}

/** Keeps JSON as it is written, and finds the place of each scalar. JSON.parse decides if the text is valid. */
export const jsonText: Locate = (bytes, { charset }) => {
  const text = textOf(bytes, charset);
  try {
    JSON.parse(text);
  } catch {
    throw new SourceRefused('source.corrupt', 'the text is not valid JSON');
  }
  const builder = new TextBuilder();
  builder.append(text);
  return { ...builder.build(), pointers: pointersOf(text) };
};

/**
 * Returns the span of each scalar by its JSON Pointer. The text is known to be valid JSON.
 * @throws SourceRefused if it is nested too deeply, has too many values, or names a member twice
 */
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
      if (open.length === maxDepth)
        throw new SourceRefused('source.bomb', `the JSON is nested more than ${maxDepth} levels deep`);
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
      if (found.size > textLimits.spans) throw tooLarge(`the JSON has more than ${textLimits.spans} values`);
      ended(inside);
    }
  }
  return Object.fromEntries(found);
}

function claim(inside: Open, name: string): void {
  if (inside.names.has(name)) throw new SourceRefused('source.corrupt', 'an object has two members with the same name');
  inside.names.add(name);
  inside.name = name;
}

const pointerOf = (inside: Open | undefined): string =>
  inside === undefined ? '' : `${inside.pointer}/${inside.index ?? escapePointer((inside.name ?? '').toWellFormed())}`;

/** Notes that a value has ended: an array goes to its next index, an object waits for its next name. */
function ended(inside: Open | undefined): void {
  if (inside === undefined) return;
  if (inside.index === undefined) inside.name = undefined;
  else inside.index += 1;
}
