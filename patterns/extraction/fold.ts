/** A text as it is compared, and where each of its units stands in the original. */
export interface Folded {
  readonly text: string;
  /** The original's unit that the folded unit `i` begins at; of `text.length` the end of the original. */
  at(i: number): number;
}

/**
 * Folds what typography and language change and a reader does not see: case (İ I ı i alike), diacritics, ligatures, full
 * width, soft hyphens and other characters of no width. White space becomes one space; a line break stays one.
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
 * A text as labels are compared in it: `Pol. Ref` is `Pol Ref`, `D.O.L.` is `DOL`, other points, and `_`, are space; a word that is
 * written in several ways, such as `No`, `Nr`, `numarası` and `number`, is the first of them.
 */
export function foldForLabels(original: string): Folded {
  const spaced = original
    .replaceAll('_', ' ')
    .replaceAll('.', (_, at: number) =>
      /(?:^|[^\p{L}\p{M}\p{N}])\p{L}$/u.test(original.slice(Math.max(0, at - 4), at)) ? '\u200b' : ' ',
    );
  return inOneSpelling(fold(spaced));
}

/** Words of labels by what they are written for, folded: the number of a thing, its date, its amount, its plate. */
const spellings: readonly (readonly string[])[] = [
  ['no', 'nr', 'nu', 'num', 'number', 'nosu', 'numara', 'numarasi'],
  ['tarih', 'tarihi', 'tar', 'trh'],
  ['tutar', 'tutari'],
  ['bedel', 'bedeli'],
  ['plaka', 'plakasi', 'plk'],
];
const firstOf = new Map(spellings.flatMap(([first = '', ...others]) => others.map((other) => [other, first] as const)));
const spelled = new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...firstOf.keys()].join('|')})(?![\\p{L}\\p{N}])`, 'gu');

/** The same for a name whose words are not parted, such as the key `policynumber`. */
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

/** A label as it is compared. */
export const foldedLabel = (text: string): string => foldForLabels(text).text.trim();

/** Entries of each memory. */
const maxKnown = 4096;
/** Keeps what was computed of an author's texts. A tenant has few of them, and each document is compared with all of them. */
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

/** The fold of a short text of the author's, without space around it. */
export const folded = (text: string): string => fold(text).text.trim();

const isBreak = (character: string): boolean => /[\n\r\f\u0085\u2028\u2029]/.test(character);

function foldCharacter(character: string): string {
  if (isBreak(character)) return '\n';
  if (/\s/u.test(character)) return ' ';
  // Default-ignorable: soft hyphen, joiners, direction marks, variation selectors.
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

/** A label, a key or a header as they are compared where words need not be parted: `claimNumber` as `claim number`, folded, of letters and digits alone. */
export const joined = (text: string): string => {
  const words = text.replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})|_/gu, ' ');
  return endInOneSpelling(foldedLabel(words).replaceAll(/[^\p{L}\p{N}#]/gu, ''));
};

/** `foldedLabel` for a label of an extractor. Never use it for the text of a document, because its results are kept. */
export const foldedAuthorsLabel = remembered(foldedLabel);

/** `joined` for a label or a header of an extractor. Never use it for the text of a document, because its results are kept. */
export const joinedAuthorsLabel = remembered(joined);
