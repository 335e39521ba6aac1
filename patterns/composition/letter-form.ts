import { ForTag, IfTag, TokenKind, UnlessTag, type Template, type Token } from 'liquidjs';
import { codePoints } from './code-points.ts';
import { tagsIn } from './markup.ts';

/** Returns the text of a token, without the white space that Liquid was told to remove. */
export const contentOf = (token: Token): string =>
  'getContent' in token && typeof token.getContent === 'function' ? String(token.getContent()) : '';

/**
 * Returns the blocks inside a Liquid tag. Rendering may print none, one or several of them. `always` is true if the tag
 * has an `else`, so that rendering certainly prints one block.
 */
function blocksOf(template: Template): { readonly blocks: readonly Template[][]; readonly always: boolean } {
  if (template instanceof ForTag) return { blocks: [template.templates, template.elseTemplates ?? []], always: false };
  if (!(template instanceof IfTag || template instanceof UnlessTag)) return { blocks: [], always: false };
  const branches = template.branches.map(({ templates }) => templates);
  const { elseTemplates } = template;
  return elseTemplates ? { blocks: [...branches, elseTemplates], always: true } : { blocks: branches, always: false };
}

/** Returns the smallest number of characters that the letter can have, whatever values its parts have. */
export function fixedLength(letter: readonly Template[]): number {
  return letter.reduce((sum, template) => {
    if (template.token.kind === TokenKind.HTML) return sum + codePoints(contentOf(template.token));
    const { blocks, always } = blocksOf(template);
    return always ? sum + Math.min(...blocks.map(fixedLength)) : sum;
  }, 0);
}

/**
 * Returns a problem with the nesting of a letter's HTML tags, or undefined. Each tag must be closed in the Liquid block
 * that opened it. Then every combination of printed blocks gives complete HTML.
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
      if (is === 'wrong') return `has ${text}, which is not a valid tag for the element ${name}`;
      if (is === 'open') open.push(name);
      if (is === 'close' && open.pop() !== name) return `closes ${text}, which is not open`;
    }
  }
  const left = open.at(-1);
  return left === undefined ? undefined : `does not close <${left}> in the block that opens it`;
}
