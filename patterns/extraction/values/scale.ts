/** Words that multiply the number before them, with the power of ten by which each multiplies. */
const words: readonly (readonly [power: number, words: string])[] = [
  [3, 'thousand|bin|tausend|tsd|mille|milliers'],
  [6, 'million|millions|millionen|mio|mln|mn|milyon'],
  [9, 'billion|billions|bn|milliarde|milliarden|mrd|milliard|milliards|milyar'],
  [12, 'trillion|trillions|trilyon'],
];
const power = new Map(words.flatMap(([power, all]) => all.split('|').map((word) => [word, power] as const)));
const scale = new RegExp(
  String.raw`^[ \u00a0\u202f]{0,2}(?<word>${[...power.keys()].toSorted((a, b) => b.length - a.length).join('|')})\b\.?`,
  'iu',
);

/** Finds a word that multiplies a number and comes directly after it. */
export function scaleBehind(rest: string): { readonly length: number; readonly power: number } | undefined {
  const found = scale.exec(rest);
  const known = power.get(found?.groups?.['word']?.toLowerCase() ?? '');
  return found === null || known === undefined ? undefined : { length: found[0].length, power: known };
}

/** Moves the decimal point of a number to the right, exactly. */
export function scaled(number: string, places: number): string {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${part.padEnd(places, '0')}`;
  const cut = whole.length + places;
  const moved = digits.slice(0, cut).replace(/^0+(?=\d)/, '');
  const rest = digits.slice(cut).replace(/0+$/, '');
  return `${sign}${moved}${rest === '' ? '' : `.${rest}`}`;
}

/**
 * Matches a statement that amounts are in thousands or millions. The digits of an amount then do not show its real
 * value.
 */
export const inMultiples =
  /\b(?:in|amounts in|figures in|en)\s+(?:[A-Z]{3}\s+|[€$£₺]\s*)?(?:'?000s?|thousands?|millions?|billions?|tausend|tsd\.?|mio\.?|mrd\.?|milliers|millions d)(?!\p{L})(?!\s+of\s+(?!euros?|dollars?|pounds?|[A-Z]{3}\b))|\((?:[A-Z]{3}|[€$£₺])\s*(?:thousands?|millions?|k|m|mn|bin|milyon)\)|\(\s*(?:bin|milyon|milyar|T€|TEUR|TUSD|k€|kEUR|Mio\.?|Tsd\.?|mn|000)\s*(?:TL|TRY|₺|EUR|€|USD|\$)?\s*\)|(?:bin|milyon)\s+(?:TL|lira|₺)\s+(?:olarak|cinsinden)|\b(?:TEUR|TUSD|TTRY|TCHF)\b|\b[Tk]€/iu;
