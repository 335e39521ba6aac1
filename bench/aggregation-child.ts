import { canonicalJson } from '../contract/canonical.ts';
import type { Objects, OntologyObject } from '../contract/objects.ts';
import { aggregation } from '../patterns/aggregation/pattern.ts';
import { factsOf } from '../test/patterns/facts.ts';
import { settings } from '../test/patterns/aggregation/measured.ts';
import { generator } from './generator.ts';

const count = Number(process.argv[2]);
const next = generator(7);
const cities = Array.from({ length: 81 }, (_, i) => `il-${i + 1}`);
const causes = ['collision', 'glass', 'theft', 'fire', 'hail', 'flood'];
const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
const note = 'n'.repeat(600);

/** An object's row as the table keeps it. */
function row(i: number): string {
  const object: OntologyObject = {
    type: 'Claim',
    id: `CLM-2026-${String(i).padStart(6, '0')}`,
    version: 1 + Math.floor(next() * 4),
    markings: ['pii.medium', 'regulated.kvkk'],
    value: {
      city: one(cities),
      cause: one(causes),
      lossDate: `2025-${String(1 + Math.floor(next() * 12)).padStart(2, '0')}-${String(1 + Math.floor(next() * 28)).padStart(2, '0')}`,
      reserve: { amount: (next() * 100_000).toFixed(2), currency: 'TRY' },
      description: note,
    },
    at: '2026-01-01T00:00:00.000Z',
  };
  return JSON.stringify(object);
}

let made = 0;
let bytes = 0;
const objects: Objects = {
  get: async () => undefined,
  async *scan() {
    for (let at = 0; at < count; at += 1000) {
      const started = performance.now();
      const rows = Array.from({ length: Math.min(1000, count - at) }, (_, i) => row(at + i));
      made += performance.now() - started;
      bytes += rows.reduce((sum, text) => sum + text.length, 0);
      yield rows.map((text) => JSON.parse(text) as OntologyObject);
    }
  },
};

const started = performance.now();
const { result } = await aggregation.execute({
  args: {
    objects: { type: 'Claim' },
    window: { kind: 'rolling', at: '/lossDate', last: 'P1Y', zone: 'Europe/Istanbul' },
    op: { kind: 'sum', of: '/reserve/amount' },
    groupBy: ['/city', '/cause'],
  },
  refs: {},
  ports: { objects },
  settings,
  call: factsOf({ atMillis: Date.parse('2026-01-01T00:00:00Z') }),
});
canonicalJson(result);
const seconds = (performance.now() - started - made) / 1000;
if (result.objectSet.count < count * 0.9) throw new Error(`measured ${result.objectSet.count} objects`);
process.stdout.write(
  JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1024, bytes: bytes / count }),
);
