import { join } from 'node:path';
import type { Sample } from './sample.ts';

export const samplesFolder = join(import.meta.dirname, 'samples');

/** Returns the sample of a tool function, from the file with the function's name. */
export const sampleFor = async (functionName: string): Promise<Sample> =>
  ((await import(join(samplesFolder, `${functionName}.ts`))) as { sample: Sample }).sample;
