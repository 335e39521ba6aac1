import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { methodConfidence } from '../../../patterns/extraction/confidence.ts';
import { reasons } from '../../../patterns/extraction/schema.ts';
import { schemes } from '../../../patterns/extraction/values/identifier.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'patterns', 'extraction.md'), 'utf8');
const cellsOf = (first: string): readonly string[] => {
  const line = page.split('\n').find((one) => one.startsWith(`| ${first}`)) ?? '';
  return line
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
};

it('docs/patterns/extraction.md states the confidence of each method and the odds that a wrong identifier passes its check', () => {
  const { pointer, element, table, label, pattern, sum, model, 'label-below': below } = methodConfidence;
  expect(cellsOf('finder ')).toEqual([
    'pointer',
    'element',
    'table',
    'label, beside',
    'label, below',
    'pattern',
    'sum',
    'model',
  ]);
  expect(cellsOf('`c` ')).toEqual([pointer, element, table, label, below, pattern, sum, model].map(String));
  const names = cellsOf('scheme ');
  expect(names.toSorted()).toEqual(Object.keys(schemes).toSorted());
  expect(cellsOf('`1 / p`')).toEqual(
    names.map((name) => String(Math.round(1 / schemes[name as keyof typeof schemes].passes))),
  );
});

it('docs/patterns/extraction.md names every reason why an extraction has no value, except source_refused', () => {
  const told = [...page.matchAll(/^\| `extract\.(\w+)`/gm)].map(([, kind]) => kind);
  expect(told).toEqual(expect.arrayContaining(reasons.filter((reason) => reason !== 'source_refused')));
});
