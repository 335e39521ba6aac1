import type { PlatformFunctionName } from '../../contract/platform/functions.ts';

/** A cold start is bound by processor time, which comes with memory: 1 769 MB are one whole processor. */
const defaultMegabytes = 1024;

const megabytes: Partial<Record<PlatformFunctionName, number>> = {
  // The process that reads a file, and the file and its text beside it.
  'source-text': 2048,
};

/** Returns the memory of a function in megabytes. */
export const memoryOf = (functionName: string): number =>
  new Map<string, number>(Object.entries(megabytes)).get(functionName) ?? defaultMegabytes;
