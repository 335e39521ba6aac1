import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { installEnvironment } from '../../local/cloud/environment.ts';
import { run } from '../../local/cloud/run.ts';
import type { IdentifierScheme, Notation } from '../../contract/artefacts/extractor.ts';
import { currencyCodes } from '../../contract/values/iso-4217.ts';
import type { SettledType } from '../../patterns/extraction/values/settled.ts';
import { tokensOf } from '../../patterns/extraction/values/tokens.ts';
import { halfOf, type Half } from './half.ts';
import { corporaPython, packages } from './packages.ts';

const leastPrecision = 0.97;
const lines: string[] = [];
let root = '';

beforeAll(async () => {
  root = await packages();
});
afterAll(() => {
  // oxlint-disable-next-line no-console -- the figures are what this test is read for
  console.log(lines.join('\n'));
});

async function literalsIn(file: string, call: string): Promise<readonly unknown[][]> {
  const script = join(import.meta.dirname, 'literals.py');
  const { code, output } = await run(await corporaPython(), ['-I', script, join(root, file), call], {
    env: installEnvironment(root),
  });
  if (code !== 0) throw new Error(output);
  return output.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown[]]));
}

interface Entry {
  readonly text: string;
  readonly expected: string;
  readonly type: SettledType;
  readonly notations: readonly Notation[];
}

/** Returns the value of a text if it has exactly one value with one reading. */
function readingOf({ text, type, notations }: Entry): string | undefined {
  const tokens = tokensOf(text, type, notations);
  const values = new Set(
    tokens.flatMap((token) =>
      'values' in token ? token.values.map((one) => (typeof one === 'string' ? one : one.amount)) : [undefined],
    ),
  );
  const [only] = values;
  return values.size === 1 ? only : undefined;
}

/** Compares the readings of one half with the table. In the open half, prints the wrong ones. */
function scored(name: string, entries: readonly Entry[], half: Half): { right: number; wrong: number } {
  const own = entries.filter(({ text }) => halfOf(text) === half);
  const read = own.map((entry) => ({ ...entry, found: readingOf(entry) })).filter(({ found }) => found !== undefined);
  const wrong = read.filter(({ found, expected }) => found !== expected);
  const right = read.length - wrong.length;
  lines.push(`${name}, ${half}: ${right} right, ${wrong.length} wrong of ${own.length}`);
  if (half === 'open')
    lines.push(...wrong.map(({ text, expected, found }) => `    ${JSON.stringify([text, expected, found])}`));
  return { right, wrong: wrong.length };
}

/** Returns the share of right readings in the scored half, after printing both halves. Zero if nothing is read. */
function precisionOf(name: string, entries: readonly Entry[]): number {
  scored(name, entries, 'open');
  const { right, wrong } = scored(name, entries, 'scored');
  return right === 0 ? 0 : right / (right + wrong);
}

describe('Tables of values that others made', () => {
  it('Amounts of the table of price-parser are read as it reads them, or not at all', async () => {
    const example = z.tuple([
      z.string().nullable(),
      z.string().nullable(),
      z.string().nullable(),
      z.string().nullable(),
      z.number().nullable(),
    ]);
    const rows = await literalsIn('price_parser-0.5.1/price_parser-0.5.1/tests/test_price_parsing.py', 'Example');
    const examples = rows.flatMap((row) => {
      const { data } = example.safeParse(row);
      return data === undefined ? [] : [data];
    });
    const any: SettledType = { kind: 'money', currencies: [...currencyCodes], currency: 'USD' };
    const entries = examples.flatMap(([, text, , , amount]): Entry[] => {
      if (text === null || amount === null) return [];
      const notations: readonly Notation[] = ['en-US', 'de-DE'];
      return [{ text, expected: amount.toFixed(2), type: any, notations }];
    });
    expect(precisionOf('price-parser, amounts', entries)).toBeGreaterThanOrEqual(leastPrecision);
  });

  it('Dates of the table of dateparser with a day, a month in words and a year are read as it reads them, or not at all', async () => {
    const dated = z.tuple([z.string(), z.object({ date: z.string(), exact: z.boolean() })]).rest(z.unknown());
    const rows = await literalsIn('dateparser-1.5.0/dateparser-1.5.0/tests/test_date_parser.py', 'param');
    const entries = rows.flatMap((row): Entry[] => {
      const { data } = dated.safeParse(row);
      if (!data || !/\p{L}{3}/u.test(data[0]) || !/\d{4}/.test(data[0])) return [];
      const notations: readonly Notation[] = ['en-US', 'tr-TR', 'de-DE', 'fr-FR'];
      return [{ text: data[0], expected: data[1].date, type: { kind: 'date' }, notations }];
    });
    expect(precisionOf('dateparser, dates', entries)).toBeGreaterThanOrEqual(leastPrecision);
  });

  it.each<[IdentifierScheme, string]>([
    ['iban', 'stdnum/iban.py'],
    ['iban', 'tests/test_iban.doctest'],
    ['tckn', 'stdnum/tr/tckimlik.py'],
    ['vkn', 'stdnum/tr/vkn.py'],
  ])('Numbers of the scheme %s in python-stdnum (%s) are valid or not, as it says', (scheme, file) => {
    const text = readFileSync(join(root, 'python_stdnum-2.2', 'python_stdnum-2.2', file), 'utf8');
    // The lists after this sentence are about the account inside an IBAN, which the platform does not check.
    const cases = casesIn(text.split('These are mostly')[0] ?? '');
    expect(cases.length).toBeGreaterThan(0);
    const isRead = (number: string): boolean => {
      const [token] = tokensOf(number, { kind: 'identifier', scheme }, ['plain']);
      return token !== undefined && 'values' in token;
    };
    expect(cases.filter(({ number, isValid }) => !isValid && isRead(number))).toEqual([]);
    const valid = cases.filter(({ isValid }) => isValid);
    const read = valid.filter(({ number }) => isRead(number));
    lines.push(
      `python-stdnum, ${file}: ${read.length} of ${valid.length} valid numbers read, 0 of ${cases.length - valid.length} invalid ones`,
    );
    // Some numbers of the list have small letters.
    expect(read.length / valid.length).toBeGreaterThanOrEqual(leastPrecision);
  });
});

/** Returns the numbers that a doctest validates, and the numbers of its lists of valid ones. */
function casesIn(text: string): readonly { readonly number: string; readonly isValid: boolean }[] {
  const validated = [...text.matchAll(/>>> (?:iban\.)?validate\('([^']+)'[^)\n]*\)[^\n]*\n\s*(\S[^\n]*)/g)].map(
    ([, number = '', answer = '']) => ({ number, isValid: !answer.startsWith('Traceback') }),
  );
  // The line after a list asserts that all of its numbers are valid, or that none is.
  const listed = [...text.matchAll(/>>> numbers = '''([\s\S]*?)'''[\s\S]*?(not )?iban\.is_valid/g)].flatMap(
    ([, list = '', not]) =>
      list
        .split('\n')
        .map((line) => line.replace(/^[.\s]*/, '').trim())
        .filter((line) => line !== '')
        .map((number) => ({ number, isValid: not !== undefined })),
  );
  return [...validated, ...listed];
}

describe('The data of CLDR', () => {
  const locales: Readonly<Record<Exclude<Notation, 'plain'>, string>> = {
    'tr-TR': 'tr',
    'en-GB': 'en-GB',
    'en-US': 'en',
    'de-DE': 'de',
    'fr-FR': 'fr',
    'de-CH': 'de-CH',
  };
  const dataOf = (kind: string, locale: string, file: string): unknown =>
    JSON.parse(readFileSync(join(root, `cldr-${kind}-full-48.2.0`, 'package', 'main', locale, file), 'utf8'));
  const names = z.record(z.string(), z.string());
  const calendar = z.object({
    months: z.object({ format: z.object({ wide: names, abbreviated: names }) }),
    dateFormats: z.object({ long: z.string(), medium: z.string() }),
  });
  const symbols = z.object({ decimal: z.string(), group: z.string() });

  it.each(Object.entries(locales))(
    'In the notation %s, the dates of CLDR in the long and medium format are read',
    (notation, locale) => {
      const { gregorian } = z
        .object({
          main: z.record(z.string(), z.object({ dates: z.object({ calendars: z.object({ gregorian: calendar }) }) })),
        })
        .transform(({ main }) => main[locale]?.dates.calendars ?? { gregorian: undefined })
        .parse(dataOf('dates', locale, 'ca-gregorian.json'));
      if (!gregorian) throw new Error(`CLDR has no calendar of ${locale}`);
      const { months, dateFormats } = gregorian;
      const missed: string[] = [];
      for (let month = 1; month <= 12; month++) {
        for (const format of [dateFormats.long, dateFormats.medium]) {
          const text = formatted(format, { month, wide: months.format.wide, short: months.format.abbreviated });
          const expected = `2026-${String(month).padStart(2, '0')}-17`;
          const entry: Entry = { text, expected, type: { kind: 'date' }, notations: [notation as Notation] };
          const found = readingOf(entry);
          if (found !== expected) missed.push(`${text}: ${found ?? 'not read'}`);
        }
      }
      expect(missed).toEqual([]);
    },
  );

  it.each(Object.entries(locales))(
    'In the notation %s, a number with the symbols of CLDR is read',
    (notation, locale) => {
      const parsed = z
        .object({
          main: z.record(z.string(), z.object({ numbers: z.object({ 'symbols-numberSystem-latn': symbols }) })),
        })
        .parse(dataOf('numbers', locale, 'numbers.json'));
      const own = parsed.main[locale]?.numbers['symbols-numberSystem-latn'];
      const text = `1${own?.group}234${own?.group}567${own?.decimal}89`;
      const entry: Entry = {
        text,
        expected: '1234567.89',
        type: { kind: 'decimal', scale: 2 },
        notations: [notation as Notation],
      };
      expect([text, readingOf(entry)]).toEqual([text, '1234567.89']);
    },
  );

  /** Writes the 17th of a month of 2026 in a format of CLDR (UTS 35, part 4). */
  function formatted(
    format: string,
    { month, wide, short }: { month: number; wide: Record<string, string>; short: Record<string, string> },
  ): string {
    return format
      .replaceAll(/'([^']*)'/g, '$1')
      .replace(/d+/, '17')
      .replace(/y+/, '2026')
      .replace(/M+/, (field) => {
        if (field.length >= 3) return (field.length === 3 ? short : wide)[String(month)] ?? '';
        return String(month).padStart(field.length, '0');
      });
  }

  it('CLDR has the six locales of the notations', () => {
    const present = readdirSync(join(root, 'cldr-dates-full-48.2.0', 'package', 'main'));
    expect(present).toEqual(expect.arrayContaining(Object.values(locales)));
  });
});
