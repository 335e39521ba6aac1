import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { effectClasses } from '../../contract/effects.ts';
import { patterns } from '../../registry/patterns.ts';
import { blocksOf, pages, root, textOf } from './pages.ts';

const page = 'docs/spec.md';
const headings = [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
const sections = new Set(headings.flatMap((heading) => /^9\.\d/.exec(heading) ?? []));

/** Paths of all source files of the project. */
const sources = [
  'contract',
  'patterns',
  'action-plane',
  'registry',
  'adapters',
  'lambdas',
  'lib',
  'bin',
  'local',
  'test',
]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'));

/** Matches citations such as "docs/spec.md, 9.3", "(spec, 9.2)" and "[spec 9.1]". */
const citation = /\bspec(?:\.md|ification)?(?:'s|’s|,)? (9\.\d)/g;

describe('The specification', () => {
  it('docs/spec.md has the six sections of the tool pattern library', () => {
    expect([...sections]).toEqual(['9.1', '9.2', '9.3', '9.4', '9.5', '9.6']);
  });

  it('docs/spec.md has every section that code and pages cite', () => {
    const cited = [...sources, ...pages].flatMap((name) =>
      [...readFileSync(join(root, name), 'utf8').matchAll(citation)].map(([, section = '']) => `${name}: ${section}`),
    );
    expect(cited.length).toBeGreaterThan(20);
    expect(cited.filter((one) => !sections.has(one.split(': ')[1] ?? ''))).toEqual([]);
  });

  it('docs/spec.md names exactly the ten patterns that the code has', () => {
    const named = new Set(headings.map((heading) => heading.toLowerCase().replaceAll(' ', '-')));
    const built = new Set(patterns.map(({ name }) => name));
    expect(built.size).toBe(10);
    expect([...built].filter((name) => !named.has(name))).toEqual([]);
  });

  it('docs/spec.md names exactly the six effect classes that the code has', () => {
    const rows = [...textOf(page).matchAll(/^\| \*\*([a-z-]+)\*\* \|/gm)].map(([, name]) => name);
    expect(rows).toEqual(Object.keys(effectClasses));
  });

  it('The JSON and YAML blocks of docs/spec.md are well-formed', () => {
    const blocks = blocksOf(page);
    expect(blocks.map(({ language }) => language)).toEqual(['json', 'yaml']);
    for (const { text } of blocks) expect(parse(text)).toBeTypeOf('object');
  });
});
