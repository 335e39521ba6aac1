import { join } from 'node:path';
import type { Specimen } from './specimen.ts';

export const specimensFolder = join(import.meta.dirname, 'specimens');

/** The specimen of a deployed function, from the file of the same name. */
export const specimenFor = async (functionName: string): Promise<Specimen> =>
  ((await import(join(specimensFolder, `${functionName}.ts`))) as { specimen: Specimen }).specimen;
