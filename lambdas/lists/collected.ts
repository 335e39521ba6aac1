import type { Listed } from '../../contract/rows/row-lists.ts';

/** The most parts of a list that are read for one page. Then the page ends, even if it has fewer rows than asked for. */
const mostParts = 20;

export interface Collecting<Row, Kept> {
  readonly read: (part: { readonly after?: string; readonly limit: number }) => Promise<Listed<Row>>;
  /** Returns what a page shows of each row. Undefined for a row that is not shown. */
  readonly keep: (rows: readonly Row[]) => Promise<readonly (Kept | undefined)[]>;
  readonly after: string | undefined;
  readonly limit: number;
}

/** Reads a list, part by part, until a page is full. `next` is the place where the next page begins. */
export async function collected<Row, Kept>({
  read,
  keep,
  after,
  limit,
}: Collecting<Row, Kept>): Promise<{ readonly rows: readonly Kept[]; readonly next?: string }> {
  const rows: Kept[] = [];
  let place = after;
  for (let parts = 1; ; parts += 1) {
    const part = await read({ ...(place === undefined ? {} : { after: place }), limit });
    const kept = await keep(part.rows.map(({ row }) => row));
    for (const [i, shown] of kept.entries()) {
      if (shown === undefined) continue;
      rows.push(shown);
      const isLast = i === kept.length - 1 && part.next === undefined;
      const at = part.rows[i]?.place;
      if (rows.length === limit) return isLast || at === undefined ? { rows } : { rows, next: at };
    }
    place = part.next;
    if (place === undefined) return { rows };
    if (parts === mostParts) return { rows, next: place };
  }
}
