import type { LocatedText, TextRegion, TextSpan } from '../../../contract/rows/located-text.ts';

/** The place of a passage in its source, as a person finds it. A member is absent if the source has no such part. */
export interface PassagePlace {
  readonly page?: string;
  readonly sheet?: string;
  readonly header?: string;
  readonly field?: string;
  /** The cell of a table. Rows and columns count from 1. `title` is the text of the column's first row. */
  readonly cell?: { readonly table: string; readonly row: number; readonly column: number; readonly title?: string };
  /** JSON Pointer (RFC 6901) of a scalar in a JSON document. */
  readonly pointer?: string;
  /** The path of an element in an XML document. */
  readonly element?: string;
}

const namedParts = ['page', 'sheet', 'header', 'field'] as const satisfies readonly TextRegion['kind'][];

/** Returns the place of a passage. */
export function passagePlace(located: LocatedText, span: TextSpan): PassagePlace {
  const parts = namedParts.flatMap((kind) => {
    const region = regionOf(located, kind, span);
    return region === undefined ? [] : [[kind, region.name] as const];
  });
  const cell = cellOf(located, span);
  const [pointer] = Object.entries(located.pointers ?? {}).find(([, one]) => contains(one, span)) ?? [];
  const element = located.structures?.flatMap(({ elements }) => elements).find((one) => contains(one, span))?.path;
  return {
    ...Object.fromEntries(parts),
    ...(cell === undefined ? {} : { cell }),
    ...(pointer === undefined ? {} : { pointer }),
    ...(element === undefined ? {} : { element }),
  };
}

/** Returns the smallest region of a kind that contains the passage. */
export const regionOf = ({ regions }: LocatedText, kind: TextRegion['kind'], span: TextSpan): TextRegion | undefined =>
  regions
    .filter((region) => region.kind === kind && contains(region, span))
    .sort((a, b) => a.end - a.start - (b.end - b.start))[0];

const contains = (outer: TextSpan, inner: TextSpan): boolean => outer.start <= inner.start && inner.end <= outer.end;

function cellOf({ tables, text }: LocatedText, span: TextSpan): PassagePlace['cell'] {
  for (const { name, rows } of tables) {
    for (const [row, cells] of rows.entries()) {
      const column = cells.findIndex((cell) => contains(cell, span));
      if (column === -1) continue;
      const first = row === 0 ? undefined : rows[0]?.[column];
      const title = first && text.slice(first.start, first.end);
      return { table: name, row: row + 1, column: column + 1, ...(title ? { title } : {}) };
    }
  }
  return undefined;
}
