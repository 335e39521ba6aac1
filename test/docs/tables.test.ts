import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages, root, textOf } from './pages.ts';
import { hourlyResources } from './template.ts';
import { tables, tablesIn, withTables } from './tables.ts';

const withOne = pages.filter((page) => tablesIn(textOf(page)).length > 0);

describe('the tables of the pages', () => {
  // `npx vitest run test/docs -u` writes them anew.
  it.each(withOne)('%s: every generated table equals the one that the code makes', async (page) => {
    await expect(withTables(textOf(page))).toMatchFileSnapshot(join(root, page));
  });

  it.each(withOne)('%s: no row lacks what is written by hand', (page) => {
    expect(
      withTables(textOf(page))
        .split('\n')
        .filter((line) => /^\|.*\| +\|$/.test(line) && !line.startsWith('| together')),
    ).toEqual([]);
  });

  it('every table is shown somewhere', () => {
    expect(new Set(withOne.flatMap((page) => tablesIn(textOf(page))))).toEqual(new Set(Object.keys(tables)));
  });

  it('no template has a resource that costs by the hour', () => {
    expect(hourlyResources()).toEqual([]);
  });
});
