import type { DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Document = DefaultTreeAdapterTypes.Document;

/** Elements whose content is not text of the document. */
const silent = new Set('script style template noscript head svg math iframe object datalist'.split(' '));
/** Elements whose text is struck out. */
const struck = new Set(['del', 's', 'strike']);

export const isSilent = ({ tagName }: Element): boolean => silent.has(tagName);

const maxStyle = 4000;
const hiding: Readonly<Record<string, RegExp>> = {
  display: /^none$/,
  visibility: /^(?:hidden|collapse)$/,
  'content-visibility': /^hidden$/,
  opacity: /^[+]?0*(?:\.0+|0)?%?$/,
  'font-size': /^[+]?(?:0*\.?0*|0+\.\d+)(?:px|pt|r?em|%|ex|ch|mm|cm|in|pc)?$/,
  'text-decoration': /(?:^|\s)line-through(?:\s|$)/,
  'text-decoration-line': /(?:^|\s)line-through(?:\s|$)/,
  color: /^(?:transparent|(?:rgb|hsl)a?\(.*[,/]\s*0*(?:\.0+|0)%?\s*\))$/,
  'mso-hide': /^all$/,
};

/**
 * True if an element is struck out, or is hidden by an attribute or by its own style, in any spelling. Style sheets are
 * not read.
 */
export function isUnseen({ tagName, attrs }: Element): boolean {
  return (
    struck.has(tagName) ||
    attrs.some(({ name, value }) => {
      if (name === 'hidden') return true;
      if (name === 'type') return tagName === 'input' && value.trim().toLowerCase() === 'hidden';
      return name === 'style' && hides(value.slice(0, maxStyle));
    })
  );
}

/**
 * True if a `style` attribute hides its element. If a property is declared twice, the last declaration counts, unless
 * only an earlier one is `!important` (CSS Cascade 4, 6.4).
 */
function hides(style: string): boolean {
  const inForce = new Map<string, { readonly value: string; readonly important: boolean }>();
  for (const declaration of unescaped(style)
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
    .split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const written = declaration
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    const value = written.replace(/\s*!\s*important$/, '');
    const important = value !== written;
    if (important || inForce.get(name)?.important !== true) inForce.set(name, { value, important });
  }
  const box = ['width', 'height'].some((name) => /^0(?:px|pt)?$/.test(inForce.get(name)?.value ?? ''));
  const clipped = /^(?:hidden|clip)$/.test(inForce.get('overflow')?.value ?? '');
  const paper = inForce.get('background-color')?.value ?? inForce.get('background')?.value ?? 'white';
  const ink = inForce.get('color')?.value;
  const away = /^-\d{4,}px$/;
  return (
    Object.entries(hiding).some(([name, value]) => value.test(inForce.get(name)?.value ?? '-')) ||
    (box && clipped) ||
    (ink !== undefined && sameColour(ink, paper)) ||
    ['left', 'top', 'text-indent', 'margin-left'].some((name) => away.test(inForce.get(name)?.value ?? ''))
  );
}

/** Resolves escapes in CSS: `dis\\70lay` is `display` (CSS Syntax 3, 4.3.7). */
const unescaped = (style: string): string =>
  style.replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => {
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });

const whites = /^(?:white|#fff(?:fff)?|rgb\(255, ?255, ?255\))$/;
const sameColour = (ink: string, paper: string): boolean => ink === paper || (whites.test(ink) && whites.test(paper));

/** Elements that begin and end a line. */
export const lineBreaking = new Set(
  'address article aside blockquote dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody thead tfoot tr ul caption'.split(
    ' ',
  ),
);

/**
 * Elements that may place their children side by side, such as a label and its value. The text of one child does not
 * continue in the next.
 */
const layouts = new Set('div li td th section article header footer main body form fieldset dd'.split(' '));

export const isInline = (node: Node | undefined): boolean =>
  node !== undefined &&
  'tagName' in node &&
  !lineBreaking.has(node.tagName) &&
  !silent.has(node.tagName) &&
  !['br', 'td', 'th', 'img', 'wbr'].includes(node.tagName);

/**
 * True if neighbouring inline elements in this parent are separate fields. They are separate if the parent is one of
 * `layouts` and has no text of its own between them.
 */
export const laysOut = (parent: Element | Document): boolean =>
  'tagName' in parent &&
  layouts.has(parent.tagName) &&
  parent.childNodes.every((node) => !('value' in node) || node.value.trim() === '');
