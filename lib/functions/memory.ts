import type { PlatformFunctionName } from '../../contract/platform/functions.ts';

/** Processor time limits a cold start, and it grows with the memory: 1,769 MB give one whole processor. */
const defaultMegabytes = 1024;

const megabytes: Partial<Record<PlatformFunctionName, number>> = {
  // This function needs memory for the process that reads a file, for the file and for its text.
  'source-text': 2048,
};

/** Returns the memory of a function in megabytes. */
export const memoryOf = (functionName: string): number =>
  new Map<string, number>(Object.entries(megabytes)).get(functionName) ?? defaultMegabytes;
