import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

const counted = z.record(z.string(), z.record(z.string(), z.array(z.number())));
const sizes = [1, 4, 8, 16];
/** Allows for caches that are empty at first, and for logarithms. */
const spare = 1.5;

/** Counts the steps in a separate process, because counting replaces methods of the runtime. */
const stepsOf = async (): Promise<z.infer<typeof counted>> => {
  const child = join(import.meta.dirname, 'child.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', child]);
  return counted.parse(JSON.parse(stdout));
};

describe('The steps of a finder', () => {
  it(
    'If a source is 4, 8 or 16 times as large, each finder takes at most about 4, 8 or 16 times the steps, whatever the shape of the source',
    { timeout: 240_000 },
    async () => {
      const steps = await stepsOf();
      const grown = Object.entries(steps).flatMap(([shape, ofShape]) =>
        Object.entries(ofShape).flatMap(([finder, counts]) => {
          const times = counts.map((count) => count / (counts[0] ?? Number.NaN));
          return times.every((one, i) => one <= (sizes[i] ?? 0) * spare) ? [] : [{ shape, finder, times }];
        }),
      );
      expect(grown).toEqual([]);
      expect(Object.keys(steps)).toHaveLength(12);
      expect(Object.values(steps).flatMap((ofShape) => Object.values(ofShape))).toHaveLength(60);
    },
  );
});
