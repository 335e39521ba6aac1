/** A text in the form in which it is compared, and the place of each of its UTF-16 units in the original. */
export interface Folded {
  readonly text: string;
  /**
   * Returns the offset in the original at which the folded unit `i` begins. If `i` is `text.length`, returns the end of
   * the original.
   */
  at(i: number): number;
}

/**
 * Removes differences of typography and language that a reader does not see: case (İ, I, ı and i become the same),
 * diacritics, ligatures, full-width forms, soft hyphens and other characters without width. White space becomes one
 * space, but a line break stays a line break.
 */
export function fold(original: string, from = 0, to = original.length): Folded {
  const parts: string[] = [];
  const places: number[] = [];
  let last = '';
  for (let i = from; i < to;) {
    const code = original.codePointAt(i) ?? 0;
    const units = code > 0xffff ? 2 : 1;
    let part = code < 128 ? (ascii[code] ?? '') : foldedCharacter(String.fromCodePoint(code));
    if (part === ' ' && (last === ' ' || last === '\n')) part = '';
    if (part === '\n' && last === '\n') part = '';
    for (let unit = 0; unit < part.length; unit++) places.push(i);
    if (part !== '') last = part.at(-1) ?? '';
    parts.push(part);
    i += units;
  }
  return { text: parts.join(''), at: (i) => places[i] ?? to };
}

/**
 * Folds a text for comparing labels. `Pol. Ref` becomes `Pol Ref`, `D.O.L.` becomes `DOL`, and other points and `_`
 * become a space. A word with several spellings, such as `No`, `Nr`, `numarası` and `number`, becomes the first
 * spelling in its row.
 */
export function foldForLabels(original: string): Folded {
  const spaced = original
    .replaceAll('_', ' ')
    .replaceAll('.', (_, at: number) =>
      /(?:^|[^\p{L}\p{M}\p{N}])\p{L}$/u.test(original.slice(Math.max(0, at - 4), at)) ? '\u200b' : ' ',
    );
  return inOneSpelling(fold(spaced));
}

/** Words with several spellings in labels, folded. Each row has one meaning: number, date, total, amount or plate. */
const spellings: readonly (readonly string[])[] = [
  ['no', 'nr', 'nu', 'num', 'number', 'nosu', 'numara', 'numarasi', 'nummer', 'numero', 'n°'],
  ['tarih', 'tarihi', 'tar', 'trh'],
  ['tutar', 'tutari'],
  ['bedel', 'bedeli'],
  ['plaka', 'plakasi', 'plk'],
];
const firstOf = new Map(spellings.flatMap(([first = '', ...others]) => others.map((other) => [other, first] as const)));
const spelled = new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...firstOf.keys()].join('|')})(?![\\p{L}\\p{N}])`, 'gu');

/** Unifies the spelling at the end of a name without spaces, such as the key `policynumber`. */
const endInOneSpelling = (name: string): string => name.replace(spelledEnd, (end) => firstOf.get(end) ?? end);
const spelledEnd = new RegExp(`(?:${[...firstOf.keys()].filter((word) => word.length > 3).join('|')})$`);

function inOneSpelling(original: Folded): Folded {
  const { text } = original;
  const parts: string[] = [];
  const places: number[] = [];
  let from = 0;
  const keep = (to: number): void => {
    parts.push(text.slice(from, to));
    for (let i = from; i < to; i++) places.push(i);
  };
  for (const { 0: written, index } of text.matchAll(spelled)) {
    const first = firstOf.get(written) ?? written;
    keep(index);
    parts.push(first);
    from = index + written.length;
    for (let i = 0; i < first.length; i++) places.push(i === first.length - 1 ? from - 1 : index);
  }
  if (from === 0) return original;
  keep(text.length);
  return { text: parts.join(''), at: (i) => original.at(places[i] ?? text.length) };
}

/** Returns a label in the form in which it is compared. */
export const foldedLabel = (text: string): string => foldForLabels(text).text.trim();

/** The most texts that each cache keeps. */
const maxKnown = 4096;
/**
 * Caches a function of texts that authors wrote. A tenant has few texts of this kind, and each document is compared
 * with all of them.
 */
const remembered = (compute: (text: string) => string): ((text: string) => string) => {
  const computed = new Map<string, string>();
  return (text) => {
    const found = computed.get(text);
    if (found !== undefined) return found;
    const made = compute(text);
    if (computed.size < maxKnown) computed.set(text, made);
    return made;
  };
};

/** Folds a short text, and removes the space around it. */
export const folded = (text: string): string => fold(text).text.trim();

const isBreak = (character: string): boolean => /[\n\r\f\u0085\u2028\u2029]/.test(character);

function foldCharacter(character: string): string {
  if (isBreak(character)) return '\n';
  if (/\s/u.test(character)) return ' ';
  // Removes characters that are not shown: soft hyphens, joiners, direction marks and variation selectors.
  if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return '';
  if (character === 'ı') return 'i';
  const lower = character.normalize('NFKD').toLowerCase();
  return lower.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i');
}

const ascii: readonly string[] = Array.from({ length: 128 }, (_, code) => foldCharacter(String.fromCharCode(code)));
const known = new Map<string, string>();

function foldedCharacter(character: string): string {
  const found = known.get(character);
  if (found !== undefined) return found;
  const made = foldCharacter(character);
  if (known.size < maxKnown) known.set(character, made);
  return made;
}

/**
 * Folds a label, key or header for comparing it without spaces. Only letters, digits and `#` stay, so that
 * `claimNumber` and `claim number` are equal.
 */
export const joined = (text: string): string => {
  const words = text.replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})|_/gu, ' ');
  return endInOneSpelling(foldedLabel(words).replaceAll(/[^\p{L}\p{N}#]/gu, ''));
};

/** `foldedLabel` for a label of an extractor. Never use it for the text of a document, because its results are kept. */
export const foldedAuthorsLabel = remembered(foldedLabel);

/** `joined` for a label or a header of an extractor. Never use it for the text of a document, because its results are kept. */
export const joinedAuthorsLabel = remembered(joined);
