import { attribute, first, isOn, named, type Element } from '../xml.ts';

/** A named style: what it says of its own, and the one that it rests on. */
export interface WordStyle {
  readonly properties: Element | undefined;
  readonly basedOn: string | undefined;
  /** 1 to 6; of a style of text none. */
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

/** A property of letters: the run's own, else of its style or a style below that. Toggles of one style are not added up. */
export function propertyOf(
  name: string,
  properties: Element | undefined,
  styleIds: readonly (string | undefined)[],
  styles: WordStyles,
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

/** Hidden, struck out, in the colour of the paper or below a point (ECMA-376, 17.3.2). */
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
    // In half points.
    (size !== undefined && Number(size) < 2)
  );
}
