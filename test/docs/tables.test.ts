import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages, root, textOf } from './pages.ts';
import { hourlyResources } from './template.ts';
import { tables, tablesIn, withTables } from './tables.ts';

const withOne = pages.filter((page) => tablesIn(textOf(page)).length > 0);

describe('tables of the pages', () => {
  // `npx vitest run test/docs -u` writes the tables anew.
  it.each(withOne)('%s: every generated table equals the one made from the code', async (page) => {
    await expect(withTables(textOf(page))).toMatchFileSnapshot(join(root, page));
  });

  it.each(withOne)('%s: every row has its hand-written columns', (page) => {
    expect(
      withTables(textOf(page))
        .split('\n')
        .filter((line) => /^\|.*\| +\|$/.test(line) && !line.startsWith('| together')),
    ).toEqual([]);
  });

  it('are all shown on some page', () => {
    expect(new Set(withOne.flatMap((page) => tablesIn(textOf(page))))).toEqual(new Set(Object.keys(tables)));
  });

  it('show no resource that costs by the hour', () => {
    expect(hourlyResources()).toEqual([]);
  });
});
