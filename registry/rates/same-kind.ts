import type { RateTable } from '../../contract/artefacts/rate-table.ts';
import type { Published } from './published.ts';
import { RatesRefused } from './refused.ts';
import { tcmbRates } from './tcmb.ts';

type Quoted = Pick<RateTable, 'source' | 'base' | 'quotes'>;

/** Returns the kind of rate that a table's `source` names. Undefined if it names no kind. */
const kindIn = (source: string): string | undefined =>
  Object.values(tcmbRates).find(([, words]) => source.toLowerCase().includes(words))?.[1];

const quoteOf = ({ quotes = 'base-per-unit' }: Pick<RateTable, 'quotes'>): string => quotes;

const told = (table: Quoted): string => {
  const kind = kindIn(table.source);
  return `${kind === undefined ? '' : `${kind} `}rates in ${table.base}, ${quoteOf(table)}`;
};

/**
 * Checks that the new rates have the same kind as the earlier versions. Otherwise a tool that moves to the next version
 * could use buying rates in place of selling rates.
 * @throws RatesRefused naming a version of another kind
 */
export function mustBeSameKind(id: string, standing: readonly RateTable[], published: Published): void {
  const kind = kindIn(published.source);
  const other = standing.find((table) => {
    const stands = kindIn(table.source);
    return (
      table.base !== published.base ||
      quoteOf(table) !== published.quotes ||
      (stands !== undefined && kind !== undefined && stands !== kind)
    );
  });
  if (!other) return;
  const own = `rates.${published.publisher}${kind === undefined ? '' : `-${kind.replaceAll(' ', '-')}`}`;
  throw new RatesRefused(
    `${id}@${other.version} has ${told(other)}, but the file has ${told(published)}, so it cannot be the next version`,
    `Import them under another id: --id ${own === id ? `${own}-2` : own}`,
  );
}
