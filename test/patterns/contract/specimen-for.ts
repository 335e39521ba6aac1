import { join } from 'node:path';
import type { Specimen } from './specimen.ts';

export const specimensFolder = join(import.meta.dirname, 'specimens');

/** The specimen of a deployed function, from the file that is called as the function is. */
export const specimenFor = async (functionName: string): Promise<Specimen> =>
  ((await import(join(specimensFolder, `${functionName}.ts`))) as { specimen: Specimen }).specimen;
