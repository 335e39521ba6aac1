import { template } from '../../contract/artefacts/template.ts';
import { canonicalJson } from '../../contract/values/canonical.ts';
import { fixedLength, nestingProblem } from './letter-form.ts';
import { maxSource, parseLetter, type LetterFormat } from './letter.ts';
import { nodeOf, type Node } from './node.ts';
import { TemplateRefused } from './refused.ts';

const maxBody = 64 * 1024;

/**
 * Parses a template and checks its body, as far as this is possible without the types of the parts and of the Draft.
 */
export const provedTemplate = template.superRefine(({ body }, context) => {
  try {
    if (canonicalJson(body).length > maxBody)
      throw new TemplateRefused([], `is larger than ${maxBody / 1024} KB. Shorten the body`);
    mustBeWritten(nodeOf(body));
  } catch (error) {
    const path = error instanceof TemplateRefused ? error.path : [];
    const message = error instanceof Error ? error.message : 'must be a template';
    context.addIssue({ code: 'custom', path: ['body', ...path], message });
  }
});

/**
 * Checks that each letter can be parsed, uses only known tags and filters, closes its tags and is short enough. Also
 * checks that `$item` occurs only inside `$each`.
 * @throws TemplateRefused
 */
function mustBeWritten(node: Node, within = false): void {
  const mustHaveItem = (of: 'parts' | 'item'): void => {
    if (of === 'item' && !within)
      throw new TemplateRefused(node.path, 'uses $item outside $each, where there is no item');
  };
  switch (node.kind) {
    case 'literal':
      break;
    case 'object':
      for (const [, inner] of node.members) mustBeWritten(inner, within);
      break;
    case 'array':
      for (const inner of node.items) mustBeWritten(inner, within);
      break;
    case 'reference':
      mustHaveItem(node.at.of);
      break;
    case 'each':
      mustHaveItem(node.of.of);
      mustBeWritten(node.item, true);
      break;
    case 'if':
      mustHaveItem('present' in node.condition ? node.condition.present.of : node.condition.of.of);
      mustBeWritten(node.chosen, within);
      if (node.otherwise) mustBeWritten(node.otherwise, within);
      break;
    case 'letter':
      mustParse(node);
  }
}

function mustParse({ path, format, source, maxLength }: Extract<Node, { kind: 'letter' }>): void {
  if (source.length > maxSource)
    throw new TemplateRefused(path, `has a letter whose source is longer than ${maxSource} characters`);
  const letter = parsed(path, format, source);
  const nesting = format === 'html' ? nestingProblem(letter) : undefined;
  if (nesting !== undefined) throw new TemplateRefused([...path, `$${format}`], nesting);
  const fixed = fixedLength(letter);
  if (fixed <= maxLength) return;
  throw new TemplateRefused(
    [...path, 'maxLength'],
    `is ${maxLength}, but the fixed text of the letter already has ${fixed} characters. Raise maxLength, or shorten the letter`,
  );
}

function parsed(path: Node['path'], format: LetterFormat, source: string): ReturnType<typeof parseLetter> {
  try {
    return parseLetter(format, source);
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'cannot be parsed';
    throw new TemplateRefused([...path, `$${format}`], `is not a valid letter: ${message}`);
  }
}
