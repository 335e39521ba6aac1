import { globSync } from 'node:fs';
import { specimenFor, specimensFolder } from './specimen-for.ts';
import type { Specimen } from './specimen.ts';

/** One file for each specimen. There is no other list. */
export const specimens: readonly Specimen[] = await Promise.all(
  globSync('*.ts', { cwd: specimensFolder })
    .sort()
    .map((file) => specimenFor(file.replace(/\.ts$/, ''))),
);
