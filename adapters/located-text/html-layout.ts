import type { DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Document = DefaultTreeAdapterTypes.Document;

/** What no reader sees. */
export const silent = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg', 'math', 'iframe', 'object']);
/** Blocks, which begin and end a line. */
export const lineBreaking = new Set(
  'address article aside blockquote dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody thead tfoot tr ul caption'.split(
    ' ',
  ),
);

/** What lays its children out, and whose text does not flow from one into the next: a label and its value, side by side. */
const layouts = new Set('div li td th section article header footer main body form fieldset dd'.split(' '));

export const isInline = (node: Node | undefined): boolean =>
  node !== undefined &&
  'tagName' in node &&
  !lineBreaking.has(node.tagName) &&
  !silent.has(node.tagName) &&
  !['br', 'td', 'th', 'img', 'input', 'wbr'].includes(node.tagName);

/** Whether inline elements that touch stand side by side: in what has no text of its own beside them. */
export const laysOut = (parent: Element | Document): boolean =>
  'tagName' in parent &&
  layouts.has(parent.tagName) &&
  parent.childNodes.every((node) => !('value' in node) || node.value.trim() === '');
