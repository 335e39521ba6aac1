import { globSync } from 'node:fs';
import { specimenFor, specimensFolder } from './specimen-for.ts';
import type { Specimen } from './specimen.ts';

/** One file a specimen, and nothing else to be told of it. */
export const specimens: readonly Specimen[] = await Promise.all(
  globSync('*.ts', { cwd: specimensFolder })
    .sort()
    .map((file) => specimenFor(file.replace(/\.ts$/, ''))),
);
