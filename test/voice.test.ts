import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proseOf, type Prose } from './voice/prose.ts';
import { complaintOf } from './voice/complaint.ts';

const root = join(import.meta.dirname, '..');

const folders =
  'action-plane adapters audit-log bench bin console contract lambdas lib local patterns registry test'.replaceAll(
    ' ',
    ',',
  );

const complaints = globSync(`{${folders}}/**/*.{ts,tsx}`, { cwd: root })
  .map((file) => file.replaceAll(sep, '/'))
  .flatMap((file) =>
    proseOf(file, readFileSync(join(root, file), 'utf8')).flatMap((prose) => {
      const complaint = complaintOf(prose.text);
      return complaint === undefined ? [] : [`${file}:${prose.line}: ${prose.kind} ${complaint}: ${prose.text}`];
    }),
  );

describe('Plain English', () => {
  it('Every comment, message and title begins plainly, has short sentences, and does not say "stands" for "is"', () => {
    expect(complaints).toEqual([]);
  });
});

describe('The check of the voice', () => {
  const kinds = (source: string, file = 'contract/x.ts'): readonly (readonly [Prose['kind'], string])[] =>
    proseOf(file, source).map(({ kind, text }) => [kind, text]);

  it('The check reads comments, messages and titles, and nothing else', () => {
    const code = [
      '/** A first line',
      ' * and a second. @throws Failure */',
      "import a from './of/what.ts';",
      'export const b = 1; // S',
      '// One comment',
      '// over two lines.',
      "throw new Failure('body.malformed', 'the body is not JSON');",
      'const glob = `src/**/*.ts`;',
    ].join('\n');
    expect(kinds(code)).toEqual([
      ['comment', 'A first line and a second. @throws Failure'],
      ['comment', 'One comment over two lines.'],
      ['message', 'the body is not JSON'],
    ]);
    const tests =
      "describe('A run', () => { it.each([[1, 'no title at all']])('If %s is asked, it ends', () => {}); });";
    expect(kinds(tests, 'test/x.test.ts')).toEqual([
      ['title', 'A run'],
      ['title', 'If %s is asked, it ends'],
    ]);
  });

  it.each([
    ['Of a rate: how long it is.', 'opens with "Of"'],
    ['what is asked for is too large', 'opens with "what"'],
    ['The text stands in the store.', 'says "stands"'],
    [`The ${'very '.repeat(35)}long one.`, 'has a sentence of 38 words'],
    ['`*` stands for each member.', undefined],
    [`The ${'very '.repeat(30)}long one. ${'Short. '.repeat(20)}`, undefined],
    ['The offer is made of what was found.', undefined],
  ])('The check says of %j: %s', (text, complaint) => {
    expect(complaintOf(text)).toBe(complaint);
  });
});
