import { aggregationAthena } from '../../../../patterns/aggregation/pattern.ts';
import { duckDb, exported } from '../../aggregation/exporting.ts';
import { settings } from '../../aggregation/measured.ts';
import { aggregated, claimsOf } from '../aggregated.ts';
import { sampleOf, type Flavour } from '../sample.ts';

/** Exports of each flavour, made once in each process. */
const made = new Map<Flavour, ReturnType<typeof exports>>();
async function exports(flavour: Flavour) {
  const engine = await duckDb();
  process.once('exit', () => engine.close());
  return exported(engine, claimsOf(flavour));
}
const exportsOf = (flavour: Flavour) => {
  const known = made.get(flavour) ?? exports(flavour);
  made.set(flavour, known);
  return known;
};

export const sample = sampleOf(aggregationAthena, {
  ...aggregated,
  settings: { ...settings, engine: 'athena' },
  ports: async (_world, flavour) => ({ exports: await exportsOf(flavour) }),
  pins: ['window', 'objectSet', 'export.Claim', 'export.Claim.asOf'],
  untyped: {
    ports: (ports) => ({ exports: { ...ports.exports, query: async () => [{ row: 'group' }] } }),
    refused: 'internal',
  },
});
