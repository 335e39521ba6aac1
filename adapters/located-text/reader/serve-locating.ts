import { writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { SourceException } from '../../../contract/rows/located-text.ts';
import { answerOf, requestIn, type ReaderRequest } from './frames.ts';
import { readerVariable } from './in-process.ts';
import { locateSource, type LocatedSource } from '../locate.ts';
import { SourceRefused } from '../source-refused.ts';

/** True if this process was started to read a file. */
export const isReader = (): boolean => process.env[readerVariable] === '1';

const answers = 3;

/** Reads one file from the standard input, writes one answer, and ends the process. */
export async function serveLocating(): Promise<never> {
  const answer = answerOf(await outcomeOf(requestIn(await buffer(process.stdin))));
  for (let at = 0; at < answer.byteLength;) at += writeSync(answers, answer, at);
  process.exit(0);
}

async function outcomeOf({ bytes, sourceHash, mediaType }: ReaderRequest): Promise<LocatedSource | SourceException> {
  try {
    return await locateSource(bytes, sourceHash, mediaType);
  } catch (error) {
    if (error instanceof SourceRefused) return { kind: error.kind, detail: error.message };
    if (isOutOfMemory(error)) {
      return { kind: 'source.too_large', detail: 'reading the file takes more memory than is allowed' };
    }
    // A library failed on the file. Only the error's name is reported, because its message may quote the file.
    return {
      kind: 'source.corrupt',
      detail: `the file cannot be read: ${error instanceof Error ? error.name : 'unknown'}`,
    };
  }
}

/** True for the error that V8 throws if it cannot allocate a buffer. */
const isOutOfMemory = (error: unknown): boolean => error instanceof RangeError && /allocat/i.test(error.message);
