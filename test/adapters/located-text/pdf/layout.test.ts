import { expect, it } from 'vitest';
import { laidOut } from '../../../../adapters/located-text/pdf/layout.ts';
import type { PdfRun } from '../../../../adapters/located-text/pdf/runs.ts';

type Piece = readonly [x: number, str: string];

/** Makes lines of text pieces in a font that is ten points high. */
const runs = (lines: readonly (readonly Piece[])[]): readonly PdfRun[] =>
  lines.flatMap((pieces, line) =>
    pieces.map(([x, text]): PdfRun => ({
      text,
      x,
      y: 700 - 12 * line,
      width: 5 * text.length,
      height: 10,
      turned: 0,
      seen: true,
    })),
  );

it.each<[string, (readonly Piece[])[], string]>([
  [
    'a tab between the columns of a line',
    [
      [
        [50, 'Plaka'],
        [200, '34 ABC 123'],
      ],
    ],
    'Plaka\t34 ABC 123',
  ],
  [
    'a tab for an empty first column',
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
    'a tab for an empty middle column',
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
    'no tab for an empty last column',
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
    'only the columns of the line itself, even if the line above has others',
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
    'right-aligned numbers in one column, although they begin at different places',
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
])('The text of a PDF page has %s', (_, lines, text) => {
  expect(laidOut(runs(lines)).text).toBe(text);
  expect(laidOut(runs(lines).toReversed()).text).toBe(text);
});
