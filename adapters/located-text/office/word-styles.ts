import { attribute, first, isOn, named, type Element } from '../xml.ts';

/** A named style: its own properties, and the style on which it is based. */
export interface WordStyle {
  readonly properties: Element | undefined;
  readonly basedOn: string | undefined;
  /** The heading level from 1 to 6. Undefined for a style of normal text. */
  readonly heading: number | undefined;
}
export type WordStyles = ReadonlyMap<string, WordStyle>;

export const wordStyles = (styles: Element | undefined): WordStyles =>
  new Map(
    named(styles, 'style').map((style) => {
      const name = value(first(style, 'name')) ?? '';
      const [, level] = /^heading (\d)$/i.exec(name) ?? [];
      const outline = value(first(first(style, 'pPr'), 'outlineLvl'));
      const heading = level !== undefined ? Number(level) : outline !== undefined ? Number(outline) + 1 : undefined;
      const properties = first(style, 'rPr');
      const known = {
        properties,
        basedOn: value(first(style, 'basedOn')),
        heading: heading !== undefined && heading >= 1 && heading <= 9 ? Math.min(heading, 6) : undefined,
      };
      return [attribute(style, 'styleId') ?? '', known] as const;
    }),
  );

const value = (element: Element | undefined): string | undefined => element && attribute(element, 'val');

const maxChain = 16;

/**
 * Finds a character property: first in the run itself, then in each style of the run, followed by the styles on which
 * this style is based. The toggle properties of several styles are not combined.
 */
export function propertyOf(
  name: string,
  properties: Element | undefined,
  { styleIds, styles }: { readonly styleIds: readonly (string | undefined)[]; readonly styles: WordStyles },
): Element | undefined {
  const own = first(properties, name);
  if (own) return own;
  for (const id of styleIds) {
    let style = id === undefined ? undefined : styles.get(id);
    for (let depth = 0; style && depth < maxChain; depth++) {
      const found = first(style.properties, name);
      if (found) return found;
      style = style.basedOn === undefined ? undefined : styles.get(style.basedOn);
    }
  }
  return undefined;
}

/**
 * True if text is hidden, struck out, in the colour of its background, or smaller than one point (ECMA-376, 17.3.2).
 */
export function isWordUnseen(find: (name: string) => Element | undefined): boolean {
  const isSet = (name: string): boolean => {
    const found = find(name);
    return found !== undefined && isOn(attribute(found, 'val'));
  };
  const colour = value(find('color'))?.toUpperCase();
  const shade = find('shd');
  const fill = (shade && attribute(shade, 'fill'))?.toUpperCase() ?? 'AUTO';
  const marked = find('highlight') !== undefined;
  const inPaper = colour === 'FFFFFF' && (fill === 'AUTO' || fill === 'FFFFFF') && !marked;
  const size = value(find('sz'));
  return (
    ['vanish', 'webHidden', 'specVanish', 'strike', 'dstrike'].some(isSet) ||
    inPaper ||
    (colour !== undefined && colour === fill) ||
    // Word gives the size in half points.
    (size !== undefined && Number(size) < 2)
  );
}
