import { ForTag, IfTag, TokenKind, UnlessTag, type Template, type Token } from 'liquidjs';
import { codePoints } from './code-points.ts';
import { tagsIn } from './markup.ts';

/** The letter's own text, after Liquid has removed the white space that it was told to remove. */
export const contentOf = (token: Token): string =>
  'getContent' in token && typeof token.getContent === 'function' ? String(token.getContent()) : '';

/**
 * Blocks inside a template tag. One, several or none of them are printed. `always` is true if one of them always is
 * (`else`).
 */
function blocksOf(template: Template): { readonly blocks: readonly Template[][]; readonly always: boolean } {
  if (template instanceof ForTag) return { blocks: [template.templates, template.elseTemplates ?? []], always: false };
  if (!(template instanceof IfTag || template instanceof UnlessTag)) return { blocks: [], always: false };
  const branches = template.branches.map(({ templates }) => templates);
  const { elseTemplates } = template;
  return elseTemplates ? { blocks: [...branches, elseTemplates], always: true } : { blocks: branches, always: false };
}

/** The number of characters that every such letter has, whatever its parts. */
export function fixedLength(letter: readonly Template[]): number {
  return letter.reduce((sum, template) => {
    if (template.token.kind === TokenKind.HTML) return sum + codePoints(contentOf(template.token));
    const { blocks, always } = blocksOf(template);
    return always ? sum + Math.min(...blocks.map(fixedLength)) : sum;
  }, 0);
}

/**
 * A problem with the nesting of a letter's tags, or undefined. Each tag must be closed in the Liquid block that opened
 * it, so that the letter is complete whichever blocks are printed, and however often.
 */
export function nestingProblem(letter: readonly Template[]): string | undefined {
  const open: string[] = [];
  for (const template of letter) {
    if (template.token.kind !== TokenKind.HTML) {
      const problem = blocksOf(template)
        .blocks.map(nestingProblem)
        .find((one) => one !== undefined);
      if (problem !== undefined) return problem;
      continue;
    }
    for (const { name, is, text } of tagsIn(contentOf(template.token))) {
      if (is === 'wrong') return `has ${text}, which is not a tag of ${name}`;
      if (is === 'open') open.push(name);
      if (is === 'close' && open.pop() !== name) return `closes ${text}, which is not open`;
    }
  }
  const left = open.at(-1);
  return left === undefined ? undefined : `leaves <${left}> open. Close it in the block that opens it`;
}
