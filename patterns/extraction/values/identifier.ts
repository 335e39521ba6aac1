import type { IdentifierScheme } from '../../../contract/artefacts/extractor.ts';
import type { Token } from './token.ts';

interface Scheme {
  readonly form: RegExp;
  /** Removes the white space that people write between groups. A group may also begin on a new line. */
  readonly plain: (written: string) => string;
  readonly right: (plain: string) => boolean;
  /** The probability that a mistaken text passes the check. */
  readonly passes: number;
}

const digitsOf = (text: string): readonly number[] => Array.from(text, Number);
const at = (digits: readonly number[], i: number): number => digits[i] ?? 0;
const sum = (digits: readonly number[]): number => digits.reduce((total, digit) => total + digit, 0);

/** Checks an IBAN (ISO 13616): the rearranged number modulo 97 must be 1. */
function isIban(iban: string): boolean {
  const length = ibanLengths[iban.slice(0, 2)];
  if (length === undefined ? iban.length < 15 : iban.length !== length) return false;
  let rest = 0;
  for (const character of `${iban.slice(4)}${iban.slice(0, 4)}`) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
/**
 * The number of characters of an IBAN by country (IBAN registry, ISO 13616). An IBAN of a country that is not listed
 * has 15 to 34 characters.
 */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24
  FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21
  LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33
  SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((row) => [row.slice(0, 2), Number(row.slice(2))]),
);

/**
 * Checks a Turkish identity number (Law 5490): the tenth digit follows from the first nine, and the eleventh from the
 * first ten.
 */
function isTckn(text: string): boolean {
  const digits = digitsOf(text);
  const [odd, even] = [0, 1].map((first) => sum(digits.slice(0, 9).filter((_, i) => i % 2 === first)));
  const tenth = ((((odd ?? 0) * 7 - (even ?? 0)) % 10) + 10) % 10;
  return at(digits, 9) === tenth && at(digits, 10) === sum(digits.slice(0, 10)) % 10;
}

/**
 * Checks a Turkish tax number: each of the nine digits is shifted by its place, multiplied by a power of two, and taken
 * modulo nine.
 */
function isVkn(text: string): boolean {
  const digits = digitsOf(text);
  const total = digits.slice(0, 9).reduce((sofar, digit, i) => {
    const shifted = (digit + 9 - i) % 10;
    const scaled = (shifted * 2 ** (9 - i)) % 9;
    return sofar + (shifted !== 0 && scaled === 0 ? 9 : scaled);
  }, 0);
  return at(digits, 9) === (10 - (total % 10)) % 10;
}

const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
/**
 * The letters of a VIN in rows, so that the value of a letter is its place in its row: A=1 … H=8, J=1 … R=9, S=2 … Z=9.
 */
const vinRows = ['ABCDEFGH', 'JKLMN.P.R', '.STUVWXYZ'];
const vinValue = (character: string): number =>
  /\d/.test(character) ? Number(character) : Math.max(...vinRows.map((row) => row.indexOf(character))) + 1;

/** Checks a vehicle identification number (ISO 3779) with the check digit of 49 CFR 565.15 in the ninth place. */
function isVin(vin: string): boolean {
  const total = Array.from(vin).reduce((sofar, character, i) => sofar + vinValue(character) * at(vinWeights, i), 0);
  const check = total % 11;
  return vin[8] === (check === 10 ? 'X' : String(check));
}

export const schemes: Readonly<Record<IdentifierScheme, Scheme>> = {
  iban: {
    form: /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ \u00a0]?\r?\n?[A-Z0-9]{4}){2,7}(?:[ \u00a0]?\r?\n?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/gu,
    plain: (written) => written.replaceAll(/\s/g, ''),
    right: isIban,
    passes: 1 / 97,
  },
  tckn: {
    form: /(?<![\p{L}\p{N}])[1-9]\d{10}(?![\p{L}\p{N}])/gu,
    plain: (written) => written,
    right: isTckn,
    passes: 1 / 100,
  },
  vkn: { form: /(?<![\p{L}\p{N}])\d{10}(?![\p{L}\p{N}])/gu, plain: (written) => written, right: isVkn, passes: 1 / 10 },
  vin: {
    form: /(?<![\p{L}\p{N}])[A-HJ-NPR-Z0-9]{17}(?![\p{L}\p{N}])/gu,
    plain: (written) => written,
    right: isVin,
    passes: 1 / 11,
  },
};

/**
 * Matches an IBAN in groups of any length, separated by spaces, points or hyphens, as in `NO71.4202.47.14777`. Other
 * numbers look like this too, so it counts only with right check digits.
 */
const loosely = /(?<![\p{L}\p{N}])[A-Z]{2} ?\d{2}(?:[ \u00a0.-]?[A-Z0-9]){11,30}/gu;

/** Finds identifiers in a passage. An identifier with wrong check digits becomes a fault. */
export function identifierTokens(text: string, scheme: IdentifierScheme): readonly Token[] {
  const { form, plain, right } = schemes[scheme];
  const found = [...text.matchAll(form)].map((match): Token => {
    const written = scheme === 'iban' ? ofItsLength(match[0]) : match[0];
    const place = { start: match.index, end: match.index + written.length };
    const value = plain(written);
    return right(value) ? { ...place, values: [value], checked: true } : { ...place, fault: 'check_digit' };
  });
  return scheme === 'iban' ? withLooseIbans(text, found) : found;
}

/** Adds the IBANs in unusual groups. Such an IBAN replaces a fault at the same place. */
function withLooseIbans(text: string, found: readonly Token[]): readonly Token[] {
  const loose = [...text.matchAll(loosely)].flatMap(({ 0: match, index: start }): Token[] => {
    const written = ofItsLength(match);
    const value = written.replaceAll(/[^A-Z0-9]/g, '');
    const end = start + written.length;
    const isWhole = ibanLengths[value.slice(0, 2)] === value.length && !/[\p{L}\p{N}]/u.test(text[end] ?? '');
    return isWhole && isIban(value) ? [{ start, end, values: [value], checked: true }] : [];
  });
  const isRead = (one: Token): boolean => found.some((other) => 'values' in other && overlaps(one, other));
  const added = loose.filter((one) => !isRead(one));
  if (added.length === 0) return found;
  const kept = found.filter((one) => !added.some((other) => overlaps(one, other)));
  return [...kept, ...added].toSorted((x, y) => x.start - y.start);
}

const overlaps = (a: Token, b: Token): boolean => a.start < b.end && b.start < a.end;

/**
 * Cuts an IBAN to the length of its country. Without this, a word in capitals after it would look like its last group.
 */
function ofItsLength(written: string): string {
  const length = ibanLengths[written.slice(0, 2)];
  if (length === undefined) return written;
  let count = 0;
  for (const [i, character] of Array.from(written).entries()) {
    if (/[A-Z0-9]/.test(character)) count += 1;
    if (count === length) return written.slice(0, i + 1);
  }
  return written;
}
