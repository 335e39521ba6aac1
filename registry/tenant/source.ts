import { isAlias, isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import type { Problem } from './problem.ts';

/** A parsed YAML file, with what is needed to find the line of a value. */
export interface YamlSource {
  /** Path relative to the tenant's folder. */
  readonly file: string;
  readonly document: Document;
  readonly lines: LineCounter;
  readonly value: unknown;
}

export type Path = readonly PropertyKey[];

const maxAliases = 64;
/** The most levels that a YAML file may have. Canonical JSON has the same limit. */
const maxDepth = 100;
const tooDeep = { message: `the value is nested over ${maxDepth} levels`, fix: 'Use fewer levels' };

/**
 * Parses YAML 1.2 with the core schema. `1.10` is a number in it, so versions must be quoted and the file schemas
 * require strings.
 */
export function parseSource(file: string, text: string): { source: YamlSource; problems: readonly Problem[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.2', uniqueKeys: true, strict: true });
  const problems: Problem[] = [...document.errors, ...document.warnings].map(({ message, pos }) => {
    const { line, col } = lines.linePos(pos[0]);
    // The message of the parser begins with these words if the parser recursed too deeply.
    if (message.startsWith('Maximum call stack')) return { file, line, column: col, ...tooDeep };
    return { file, line, column: col, message: firstLine(message), fix: 'Correct the YAML' };
  });
  let value: unknown;
  const bad = problems.length === 0 ? badNode(document) : undefined;
  if (bad) {
    const { line, col } = lines.linePos(startOf(bad.node) ?? 0);
    problems.push({ file, line, column: col, message: bad.message, fix: bad.fix });
  }
  if (problems.length === 0) {
    try {
      value = document.toJS({ maxAliasCount: maxAliases });
      // Aliases can add levels to a value.
      if (isDeep(value)) problems.push({ file, line: 1, column: 1, ...tooDeep });
    } catch {
      problems.push({
        file,
        line: 1,
        column: 1,
        message: 'the aliases of the file expand to too many values',
        fix: 'Write the values instead of aliases',
      });
    }
  }
  return { source: { file, document, lines, value }, problems };
}

/**
 * Names that every JavaScript object has. A mapping becomes an object, which would drop such a member (`__proto__`) or have
 * it without being told (`constructor`).
 */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * Returns a node that has too many levels above it, or a name that must not be in a mapping. It does not recurse, because
 * a deep file would overflow the stack.
 */
function badNode(document: Document): { node: unknown; message: string; fix: string } | undefined {
  const left: { node: unknown; depth: number }[] = [{ node: document.contents, depth: 0 }];
  for (let one = left.pop(); one; one = left.pop()) {
    const { node, depth } = one;
    if (depth > maxDepth) return { node, ...tooDeep };
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        const name = nameOf(key, document);
        if (inherited.has(name))
          return {
            node: key,
            message: `${name} is the name of a built-in member, so it cannot be used here`,
            fix: 'Use another name',
          };
        left.push(below(key, depth), below(value, depth));
      }
    } else if (isSeq(node)) left.push(...node.items.map((member) => below(member, depth)));
  }
  return undefined;
}

function nameOf(key: unknown, document: Document): string {
  const meant = isAlias(key) ? key.resolve(document) : key;
  return isScalar(meant) ? String(meant.value) : '';
}

const below = (node: unknown, depth: number): { node: unknown; depth: number } => ({ node, depth: depth + 1 });

function isDeep(value: unknown): boolean {
  let level: ReadonlySet<unknown> = new Set([value]);
  for (let depth = 0; level.size > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = new Set([...level].flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : [])));
  }
  return false;
}

const firstLine = (message: string): string => (message.split('\n')[0] ?? message).replace(/ at line \d+.*$/, '');

/**
 * Returns the line and column of a path in its file. For a missing member, it returns those of the nearest parent. With
 * `key`, it returns those of the member's name instead of its value.
 */
export function locate(source: YamlSource, path: Path, key = false): { line: number; column: number } {
  let node: unknown = source.document.contents;
  let offset = startOf(node);
  for (const [depth, step] of path.entries()) {
    const next = child(node, step, key && depth === path.length - 1);
    if (next === undefined) break;
    node = next;
    offset = startOf(node) ?? offset;
  }
  const { line, col } = source.lines.linePos(offset ?? 0);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function child(node: unknown, step: PropertyKey, key: boolean): unknown {
  if (isMap(node)) {
    const pair = node.items.find(
      (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(step),
    );
    return key ? pair?.key : (pair?.value ?? undefined);
  }
  if (isNode(node) && 'items' in node && Array.isArray(node.items)) return node.items[Number(step)];
  return undefined;
}

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

export const problemAt = (
  {
    source,
    path,
    key = false,
  }: { readonly source: YamlSource; readonly path: Path; readonly key?: boolean | undefined },
  message: string,
  fix: string,
): Problem => ({
  file: source.file,
  ...locate(source, path, key),
  message,
  fix,
});
