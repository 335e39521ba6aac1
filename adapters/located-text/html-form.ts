import type { DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const unread = new Set(['button', 'submit', 'reset', 'image', 'file', 'password']);

/** Returns the content of a form element, with `[x]` and `[ ]` for check boxes. Undefined for any other element. */
export function filledIn(element: Element): string | undefined {
  switch (element.tagName) {
    case 'input':
      return inputValue(element);
    case 'textarea':
      return textOf(element).trim();
    case 'select':
      return chosen(element);
    default:
      return undefined;
  }
}

const attribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value;

function inputValue(element: Element): string {
  const type = (attribute(element, 'type') ?? 'text').trim().toLowerCase();
  if (unread.has(type)) return '';
  if (type === 'checkbox' || type === 'radio') return attribute(element, 'checked') === undefined ? '[ ]' : '[x]';
  return (attribute(element, 'value') ?? '').trim();
}

/**
 * Returns the selected options. If the list takes one option and no option is selected, returns the first option (HTML,
 * 4.10.7).
 */
function chosen(element: Element): string {
  const options = element.childNodes.flatMap((node) =>
    isElement(node, 'optgroup')
      ? node.childNodes.filter((one) => isElement(one, 'option'))
      : isElement(node, 'option')
        ? [node]
        : [],
  ) as readonly Element[];
  const selected = options.filter((option) => attribute(option, 'selected') !== undefined);
  const multiple = attribute(element, 'multiple') !== undefined;
  const shown = multiple ? selected : [selected.at(-1) ?? options[0]].filter((one) => one !== undefined);
  return shown.map((option) => textOf(option).trim()).join(', ');
}

const isElement = (node: Node, tagName: string): node is Element => 'tagName' in node && node.tagName === tagName;

const textOf = ({ childNodes }: Element): string =>
  childNodes.map((node) => (node.nodeName === '#text' && 'value' in node ? node.value : '')).join('');
