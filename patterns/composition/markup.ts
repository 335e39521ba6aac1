const elements = 'p|br|hr|h1|h2|h3|strong|em|ul|ol|li|table|thead|tbody|tr|th|td|div|span|blockquote';
const tag = new RegExp(`<(/?)(${elements})(?: lang="[A-Za-z-]{2,16}")?\\s*(/?)>`, 'g');
/** Elements that have no content and no closing tag (HTML, 13.1.2). */
const empty = new Set(['br', 'hr']);

export interface Tag {
  readonly name: string;
  /**
   * The kind of tag. `wrong`: browsers read the tag differently from how it is written. For example, `<p/>` stays open.
   */
  readonly is: 'open' | 'close' | 'empty' | 'wrong';
  readonly text: string;
}

/** Returns all complete tags in a piece of HTML, in order. */
export const tagsIn = (stretch: string): readonly Tag[] =>
  [...stretch.matchAll(tag)].map(([text, closing, name = '', single]) => {
    if (empty.has(name)) return { name, text, is: closing === '' ? 'empty' : 'wrong' };
    if (single !== '') return { name, text, is: 'wrong' };
    return { name, text, is: closing === '' ? 'open' : 'close' };
  });

/**
 * Returns a problem with a piece of a letter's own HTML, or undefined. Between two Liquid tags, only complete tags from
 * a fixed list are allowed. A value is therefore always printed as text, where escaping is enough, and never inside a
 * tag, a script or a style.
 */
export function markupProblem(stretch: string): string | undefined {
  const rest = stretch.replaceAll(tag, '');
  const at = rest.search(/[<>]/);
  if (at === -1) return undefined;
  return `has HTML that letters do not support, or an incomplete tag: ${rest.slice(at, at + 40)}`;
}
