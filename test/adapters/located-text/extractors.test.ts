import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extractors } from '../../../adapters/located-text/extractors.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'adapters', 'located-text');
const readers = globSync('**/*.ts', { cwd: folder }).flatMap((file) =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(/^export const (\w+): Locate\b/gm)].map(
    ([, name = '']) => [file, name] as const,
  ),
);

describe('The table of extractors', () => {
  it('Every document format that has a reader has a row in the table of extractors, and every row has a reader', async () => {
    const found = await Promise.all(
      readers.map(async ([file, name]) => {
        const module = (await import(join(folder, file))) as Readonly<Record<string, unknown>>;
        return module[name];
      }),
    );
    expect(new Set(found)).toEqual(new Set(Object.values(extractors).map(({ locate }) => locate)));
    expect(found.length).toBeGreaterThanOrEqual(8);
  });
});
