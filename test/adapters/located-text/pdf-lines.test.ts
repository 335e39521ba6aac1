import { expect, it } from 'vitest';
import { textOf, type Item } from '../../../adapters/located-text/pdf-lines.ts';

type Piece = readonly [x: number, str: string];

/** Lines of pieces in a font ten points high, as a PDF holds them: a wide space between two pieces, an end behind the last. */
const items = (lines: readonly (readonly Piece[])[]): readonly Item[] =>
  lines.flatMap((pieces, line) =>
    pieces.flatMap(([x, str], i): Item[] => {
      const transform = [10, 0, 0, 10, x, 700 - 12 * line];
      const piece = { str, hasEOL: i === pieces.length - 1, width: 5 * str.length, transform };
      return i === 0 ? [piece] : [{ str: ' ', hasEOL: false, width: 40, transform }, piece];
    }),
  );

it.each<[string, (readonly Piece[])[], string]>([
  [
    'columns are parted by a tab',
    [
      [
        [50, 'Plaka'],
        [200, '34 ABC 123'],
      ],
    ],
    'Plaka\t34 ABC 123',
  ],
  [
    'an empty first column is a tab',
    [
      [
        [50, 'Loss'],
        [200, 'Reported'],
      ],
      [[200, '5.2.2026']],
    ],
    'Loss\tReported\n\t5.2.2026',
  ],
  [
    'so is one in the middle',
    [
      [
        [50, 'A'],
        [150, 'B'],
        [250, 'C'],
      ],
      [
        [50, '1'],
        [250, '3'],
      ],
    ],
    'A\tB\tC\n1\t\t3',
  ],
  [
    'an empty last column is nothing',
    [
      [
        [50, 'A'],
        [150, 'B'],
      ],
      [[50, '1']],
    ],
    'A\tB\n1',
  ],
  [
    'columns of another table are its own',
    [
      [
        [50, 'A'],
        [150, 'B'],
      ],
      [
        [50, '1'],
        [90, '2'],
        [150, '3'],
      ],
    ],
    'A\tB\n1\t2\t3',
  ],
  [
    'numbers set to the right begin no column',
    [
      [
        [50, 'Net'],
        [205, '90,00'],
      ],
      [
        [50, 'Brüt'],
        [200, '108,00'],
      ],
    ],
    'Net\t90,00\nBrüt\t108,00',
  ],
])('%s', (_, lines, text) => {
  expect(textOf(items(lines))).toBe(text);
});
