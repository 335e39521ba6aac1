import { describe, expect, it } from 'vitest';
import { en } from '../../console/words/en.ts';
import { localeFor } from '../../console/words/locale.ts';
import { tr } from '../../console/words/tr.ts';

describe('The languages of the page', () => {
  it.each([
    [['tr-TR', 'en'], 'tr-TR', tr],
    [['de-DE', 'en-GB'], 'en-GB', en],
    [['de-DE'], 'en', en],
    [[], 'en', en],
  ])('A browser with the languages %j gets `%s`', (languages, tag, words) => {
    const locale = localeFor(languages);
    expect([locale.tag, locale.words]).toEqual([tag, words]);
  });

  it.each([
    ['61800.00', '61,800.00', '61.800,00'],
    ['-0.5', '-0.5', '-0,5'],
    ['12345678901234567890.123', '12,345,678,901,234,567,890.123', '12.345.678.901.234.567.890,123'],
    ['CLM-77', 'CLM-77', 'CLM-77'],
  ])('The decimal %s keeps all its digits in both languages', (value, inEnglish, inTurkish) => {
    expect(localeFor(['en']).decimal(value)).toBe(inEnglish);
    expect(localeFor(['tr']).decimal(value)).toBe(inTurkish);
  });

  it.each([
    [0, '0 sec'],
    [59_000, '59 sec'],
    [3_600_000, '1 hr'],
    [3_660_000, '1 hr, 1 min'],
    [93_600_000, '1 day, 2 hr'],
    [-120_000, '2 min'],
  ])('A span of %d ms is written as "%s"', (millis, text) => {
    expect(localeFor(['en']).span(millis)).toBe(text);
  });
});
