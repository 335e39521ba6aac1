import type { DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Document = DefaultTreeAdapterTypes.Document;

/** What no reader sees, or what is struck out. */
const silent = new Set('script style template noscript head svg math iframe object del s strike'.split(' '));
const hides =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0*)?\s*(?:;|!|$)|font-size\s*:\s*0(?:px|pt|r?em|%)?\s*(?:;|!|$))/i;

/** By its name, by `hidden`, or by its own style; what a style sheet hides is not known. */
export const isUnseen = ({ tagName, attrs }: Element): boolean =>
  silent.has(tagName) ||
  attrs.some(({ name, value }) => name === 'hidden' || (name === 'style' && hides.test(value.slice(0, maxStyle))));
const maxStyle = 4000;

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
