import { overlap, single } from '../../../registry/signature/character-set.ts';
import type { RegexNode } from '../../../registry/signature/regex.ts';

/** Enough for any matching in linear time of the texts that are tried. It ends the matching of a text that takes forever. */
const mostSteps = 2_000_000;

/**
 * Counts the steps of a backtracking matcher, which tries alternatives in their order and loops greedily, as JavaScript's
 * engine does. It reads no clock. Returns Infinity if the matching takes more than `mostSteps`.
 */
export function matchingSteps(node: RegexNode, text: string): number {
  const characters = Array.from(text, (character) => single(character.codePointAt(0) ?? 0));
  let steps = 0;
  const matches = (one: RegexNode, at: number, next: (to: number) => boolean): boolean => {
    steps += 1;
    if (steps > mostSteps) return true;
    switch (one.kind) {
      case 'set': {
        const character = characters[at];
        return character !== undefined && overlap(one.set, character) && next(at + 1);
      }
      case 'sequence':
        return one.parts.reduceRight<(to: number) => boolean>(
          (rest, part) => (from) => matches(part, from, rest),
          next,
        )(at);
      case 'alternatives':
        return one.branches.some((branch) => matches(branch, at, next));
      case 'repeat':
        break;
    }
    const again = (count: number, from: number): boolean => {
      const more = (to: number): boolean => (to > from || count < one.min) && again(count + 1, to);
      return (count < one.max && matches(one.body, from, more)) || (count >= one.min && next(from));
    };
    return again(0, at);
  };
  matches(node, 0, (to) => to === characters.length);
  return steps > mostSteps ? Infinity : steps;
}
