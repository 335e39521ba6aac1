import { globSync } from 'node:fs';
import { sampleFor, samplesFolder } from './sample-for.ts';
import type { Sample } from './sample.ts';

/** All samples. Each file of the folder holds one, and there is no other list. */
export const samples: readonly Sample[] = await Promise.all(
  globSync('*.ts', { cwd: samplesFolder })
    .sort()
    .map((file) => sampleFor(file.replace(/\.ts$/, ''))),
);
