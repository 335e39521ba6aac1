import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Hash } from '../../contract/values/canonical.ts';
import type { SourceException } from '../../contract/rows/located-text.ts';
import { locateSource, type LocatedSource } from './locate.ts';
import { SourceRefused } from './source-refused.ts';

export type LocateOutcome = LocatedSource | SourceException;

interface Job {
  readonly bytes: Uint8Array;
  readonly sourceHash: Hash;
  readonly mediaType: string;
}

export interface WorkerLimits {
  readonly timeMillis: number;
  readonly heapMegabytes: number;
}

/**
 * Locates in a thread of its own, which ends when its time or its memory does: a hostile file costs just that. Answers an
 * exception for whatever the file's fault is, and throws what is ours.
 * @param entry a module that calls `serveLocating` when it is a worker
 */
export const locateInWorker =
  (entry: URL, { timeMillis, heapMegabytes }: WorkerLimits) =>
  (bytes: Uint8Array, sourceHash: Hash, mediaType: string): Promise<LocateOutcome> =>
    new Promise((resolve, reject) => {
      const job: Job = { bytes, sourceHash, mediaType };
      const worker = new Worker(entry, {
        workerData: job,
        resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 64 },
        // What a library says of a file is no line of our log.
        stdout: true,
        stderr: true,
      });
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        void worker.terminate();
        settle();
      };
      const late: SourceException = { kind: 'source.time_limit', detail: `over ${timeMillis / 1000} s` };
      const timer = setTimeout(() => end(() => resolve(late)), timeMillis);
      worker.once('message', (outcome: LocateOutcome) => end(() => resolve(outcome)));
      worker.once('error', (error: Error & { code?: string }) =>
        end(() => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(outOfMemory) : reject(error))),
      );
      worker.once('exit', () => end(() => reject(new Error('the worker ended without a word'))));
    });

const outOfMemory: SourceException = { kind: 'source.too_large', detail: 'reading it takes more memory than it may' };

/** The work of the worker that this module was started as. */
export async function serveLocating(): Promise<void> {
  if (isMainThread || parentPort === null) throw new Error('no worker');
  const { bytes, sourceHash, mediaType } = workerData as Job;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort.postMessage(await outcomeOf(bytes, sourceHash, mediaType));
}

async function outcomeOf(bytes: Uint8Array, sourceHash: Hash, mediaType: string): Promise<LocateOutcome> {
  try {
    return await locateSource(bytes, sourceHash, mediaType);
  } catch (error) {
    if (error instanceof SourceRefused) return { kind: error.kind, detail: error.message };
    // A library broke on it. Its name alone: a message may quote the file.
    return { kind: 'source.corrupt', detail: `not readable: ${error instanceof Error ? error.name : 'unknown'}` };
  }
}
