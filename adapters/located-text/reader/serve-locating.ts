import { writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { SourceException } from '../../../contract/rows/located-text.ts';
import { answerOf, requestIn, type ReaderRequest } from './frames.ts';
import { readerVariable } from './in-process.ts';
import { locateSource, type LocatedSource } from '../locate.ts';
import { SourceRefused } from '../source-refused.ts';

/** Whether this process was started to take a file apart. */
export const isReader = (): boolean => process.env[readerVariable] === '1';

const answers = 3;

/** The work of a reader: one file in, one answer out. */
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
      return { kind: 'source.too_large', detail: 'reading it takes more memory than it may' };
    }
    // A library broke on it. Its name alone: a message may quote the file.
    return { kind: 'source.corrupt', detail: `not readable: ${error instanceof Error ? error.name : 'unknown'}` };
  }
}

/** What V8 throws where a buffer cannot be had. */
const isOutOfMemory = (error: unknown): boolean => error instanceof RangeError && /allocat/i.test(error.message);
