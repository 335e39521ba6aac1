import { readEcb } from './ecb.ts';
import type { Published } from './published.ts';
import { readXml } from './read-xml.ts';
import { RatesRefused } from './refused.ts';
import { readTcmb, type TcmbRate } from './tcmb.ts';

export interface Days {
  /** ISO 8601 dates; both belong to the range. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Reads the file of a publisher, which it recognises by its format, and keeps the wanted days. @throws RatesRefused */
export function readPublished(bytes: Uint8Array, rate: TcmbRate | undefined, { from, to }: Days): Published {
  const root = readXml(bytes);
  const published = readEcb(root) ?? readTcmb(root, rate ?? 'forex-selling');
  if (!published) {
    throw new RatesRefused(
      `the file has an unknown format: its root element is ${root.name.slice(0, 60)}`,
      "Import the European Central Bank's eurofxref XML or the TCMB's today.xml",
    );
  }
  if (published.publisher === 'ecb' && rate !== undefined) {
    throw new RatesRefused('the European Central Bank publishes only one rate for each currency', 'Remove --rate');
  }
  const days = new Map(
    [...published.days]
      .filter(([day]) => (from === undefined || day >= from) && (to === undefined || day <= to))
      .sort(([a], [b]) => (a < b ? 1 : -1)),
  );
  const all = [...published.days.keys()].sort();
  if (days.size === 0) {
    throw new RatesRefused(
      `the file has no day in the given range: it has ${all[0]} to ${all.at(-1)}`,
      'Use other values for --from and --to',
    );
  }
  return { ...published, days };
}
