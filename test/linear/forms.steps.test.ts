import { describe, expect, it } from 'vitest';
import { csv } from '../../adapters/located-text/csv.ts';
import { validatorOf } from '../../contract/schema/validator.ts';
import { parseLetter, renderLetter } from '../../patterns/composition/letter.ts';
import { locateMarkdown } from '../../registry/corpora/markdown.ts';
import { growth } from '../support/steps.ts';

const repeated = (unit: string) => (size: number) => unit.repeat(size * 40);
const list = (of: (at: number) => unknown) => (size: number) => Array.from({ length: size * 40 }, (_, at) => of(at));

const readCsv = async (text: string) => csv(Buffer.from(text), { charset: 'utf-8' });
const readMarkdown = (text: string) => locateMarkdown('a.md', Buffer.from(text));
const unique = validatorOf({ type: 'array', uniqueItems: true });
const parsed = parseLetter('text', '{% for item in items %}{{ item }}, {% endfor %}');
const composed = (items: readonly unknown[]) => renderLetter('text', parsed, { items });

const texts: readonly (readonly [string, (size: number) => string, (text: string) => unknown])[] = [
  ['CSV file of many rows', (size) => `a;b\n${repeated('1;2\n')(size)}`, readCsv],
  ['CSV file of one long row', (size) => `a;b\n${repeated('1;')(size)}1`, readCsv],
  ['CSV file of one long quoted cell', (size) => `a;b\n"${repeated('""')(size)}";2`, readCsv],
  ['Markdown file of headings', repeated('# a\n\nb\n\n'), readMarkdown],
  ['Markdown file of one long line', repeated('# '), readMarkdown],
  ['Markdown file of fences', repeated('```\n# a\n'), readMarkdown],
  ['Markdown file of line breaks', repeated('\n'), readMarkdown],
];

const lists: readonly (readonly [
  string,
  (size: number) => readonly unknown[],
  (items: readonly unknown[]) => unknown,
])[] = [
  ['list of unique texts', list((at) => `${at}`), unique],
  ['list of unique objects', list((at) => ({ a: { b: [at, 'c'] } })), unique],
  ['list of unique texts with a long common beginning', list((at) => `${'a'.repeat(50)}${at}`), unique],
  ['list that a letter repeats', list((at) => `item ${at}`), composed],
];

describe('The code that reads a form', () => {
  it.each(texts)(
    'If a %s becomes 4, 8 and 16 times as long, the steps grow at most in proportion',
    async (_, of, read) => {
      expect(overgrown(await growth(of, read))).toEqual([]);
    },
  );

  it.each(lists)(
    'If a %s becomes 4, 8 and 16 times as long, the steps grow at most in proportion',
    async (_, of, check) => {
      expect(overgrown(await growth(of, check))).toEqual([]);
    },
  );
});

/** Returns the factors that are greater than those of linear code, with a margin of 30 %. */
const overgrown = (found: readonly number[]): readonly number[] =>
  found.filter((factor, i) => factor > (([4, 8, 16][i] ?? 0) * 13) / 10);
