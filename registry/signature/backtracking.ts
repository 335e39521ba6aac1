import { overlap, union, type CharacterSet } from './character-set.ts';
import { parseRegex, type RegexNode } from './regex.ts';

const maxPaths = 256;

type Item = { readonly set: CharacterSet; readonly loop: boolean; readonly optional: boolean };

/**
 * Returns why a pattern could take more than linear time on some text, or undefined if it cannot. It judges only the
 * form, so it also refuses some harmless patterns. It refuses look-around, back references, and patterns that are not
 * anchored. It refuses a loop that contains a loop or an optional part, and a loop over alternatives that can begin
 * with the same character. It refuses two loops over common characters without another character between them, and more
 * than 256 paths.
 */
export function backtracks(pattern: string): string | undefined {
  const parsed = parseRegex(pattern);
  if ('refused' in parsed) return parsed.refused;
  const inside = badLoop(parsed.node, false);
  if (inside !== undefined) return inside;
  const paths = expand(parsed.node);
  if (paths === undefined) return 'has too many optional parts';
  return paths.some(ambiguous) ? 'has two loops that can match the same characters' : undefined;
}

const isFixed = (node: RegexNode): boolean => node.kind === 'repeat' && node.min === node.max;

function badLoop(node: RegexNode, inLoop: boolean): string | undefined {
  if (node.kind === 'set') return undefined;
  if (node.kind === 'sequence') return firstOf(node.parts, (part) => badLoop(part, inLoop));
  if (node.kind === 'alternatives') {
    if (inLoop && beginAlike(node.branches))
      return 'has a loop over alternatives that can begin with the same character';
    return firstOf(node.branches, (branch) => badLoop(branch, inLoop));
  }
  if (inLoop && !isFixed(node)) return 'has a loop or an optional part within a loop';
  const loops = node.max > 1;
  if (loops && !isFixed(node) && nullable(node.body)) return 'has a loop over a part that may be empty';
  return badLoop(node.body, inLoop || loops);
}

const firstOf = <T>(nodes: readonly RegexNode[], of: (node: RegexNode) => T | undefined): T | undefined =>
  nodes.map(of).find((found) => found !== undefined);

const nullable = (node: RegexNode): boolean => {
  if (node.kind === 'set') return false;
  if (node.kind === 'sequence') return node.parts.every(nullable);
  if (node.kind === 'alternatives') return node.branches.some(nullable);
  return node.min === 0 || nullable(node.body);
};

const first = (node: RegexNode): CharacterSet => {
  if (node.kind === 'set') return node.set;
  if (node.kind === 'alternatives') return union(node.branches.map(first));
  if (node.kind === 'repeat') return first(node.body);
  const upTo = node.parts.findIndex((part) => !nullable(part));
  return union(node.parts.slice(0, upTo === -1 ? node.parts.length : upTo + 1).map(first));
};

function beginAlike(branches: readonly RegexNode[]): boolean {
  if (branches.some(nullable)) return true;
  const sets = branches.map(first);
  return sets.some((set, i) => sets.slice(i + 1).some((other) => overlap(set, other)));
}

const all = (node: RegexNode): CharacterSet => {
  if (node.kind === 'set') return node.set;
  if (node.kind === 'repeat') return all(node.body);
  return union((node.kind === 'sequence' ? node.parts : node.branches).map(all));
};

/**
 * Returns every path through alternatives and optional parts as a sequence of characters and loops. Undefined if there
 * are too many.
 */
function expand(node: RegexNode): readonly (readonly Item[])[] | undefined {
  if (node.kind === 'set') return [[{ set: node.set, loop: false, optional: false }]];
  if (node.kind === 'alternatives') return gather(node.branches.map(expand));
  if (node.kind === 'sequence') {
    let paths: readonly (readonly Item[])[] = [[]];
    for (const part of node.parts) {
      const ways = expand(part);
      if (ways === undefined || paths.length * ways.length > maxPaths) return undefined;
      paths = paths.flatMap((path) => ways.map((way) => [...path, ...way]));
    }
    return paths;
  }
  if (node.max <= 1) {
    const body = expand(node.body);
    return body === undefined || node.min === 1 ? body : gather([body, [[]]]);
  }
  if (isFixed(node)) return [[{ set: all(node.body), loop: false, optional: false }]];
  return [[{ set: all(node.body), loop: true, optional: node.min === 0 }]];
}

function gather(ways: readonly (readonly (readonly Item[])[] | undefined)[]): readonly (readonly Item[])[] | undefined {
  const all = ways.flatMap((way) => way ?? []);
  return ways.includes(undefined) || all.length > maxPaths ? undefined : all;
}

function ambiguous(path: readonly Item[]): boolean {
  return path.some((left, i) => {
    if (!left.loop) return false;
    return path.slice(i + 1).some((right, distance) => {
      if (!right.loop || !overlap(left.set, right.set)) return false;
      const between = path.slice(i + 1, i + 1 + distance);
      return !between.some((item) => !item.optional && (!overlap(item.set, left.set) || !overlap(item.set, right.set)));
    });
  });
}
