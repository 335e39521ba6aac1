import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages, root, textOf } from './pages.ts';
import { hourlyResources } from './template.ts';
import { tables, tablesIn, withTables } from './tables.ts';

const withOne = pages.filter((page) => tablesIn(textOf(page)).length > 0);

describe('The generated tables of the pages', () => {
  // `npx vitest run test/docs -u` writes the tables of the pages again.
  it.each(withOne)('Every generated table of %s equals the one that the code makes', async (page) => {
    await expect(withTables(textOf(page))).toMatchFileSnapshot(join(root, page));
  });

  it.each(withOne)('Every row of the tables of %s has its hand-written columns', (page) => {
    expect(
      withTables(textOf(page))
        .split('\n')
        .filter((line) => /^\|.*\| +\|$/.test(line) && !line.startsWith('| together')),
    ).toEqual([]);
  });

  it('Every generated table is on some page', () => {
    expect(new Set(withOne.flatMap((page) => tablesIn(textOf(page))))).toEqual(new Set(Object.keys(tables)));
  });

  it('The template has no resource that AWS bills by the hour', () => {
    expect(hourlyResources()).toEqual([]);
  });
});
