import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Hash } from '../../../contract/values/canonical.ts';
import type { SourceException } from '../../../contract/rows/located-text.ts';
import { answerIn, maxFrameBytes, readerRequestOf } from './frames.ts';
import type { LocateOutcome } from './outcome.ts';
import { residentMegabytes } from './resident.ts';

export interface ProcessLimits {
  /** The limit of elapsed time and of processor time. */
  readonly timeMillis: number;
  readonly heapMegabytes: number;
  /** The memory that the process may use, including buffers and native memory. */
  readonly memoryMegabytes: number;
}

/** The only environment variable of the reading process. It therefore has no access to the function's credentials. */
export const readerVariable = 'LOCATED_TEXT_READER';

/**
 * Reads a file in a process of its own, under limits of the operating system, so that a hostile file can only end that
 * process. The process may neither write files nor start processes. If the file is at fault, an exception is returned.
 * @param entry a module that calls `serveLocating` if `isReader()` is true
 * @throws Error if no process can be started
 */
export const locateInProcess =
  (entry: URL, limits: ProcessLimits) =>
  (bytes: Uint8Array, sourceHash: Hash, mediaType: string): Promise<LocateOutcome> =>
    new Promise((resolve, reject) => {
      const child = started(entry, limits);
      let killed: SourceException | undefined;
      const kill = (why: SourceException): void => {
        killed ??= why;
        child.kill('SIGKILL');
      };
      const timer = setTimeout(() => kill(late(limits)), limits.timeMillis);
      const watch = watched(child, limits, () => kill(outOfMemory));
      const answer = collected(child.stdio[3] as Readable, maxFrameBytes, () => kill(tooLong));
      const words = collected(child.stderr as Readable, maxWords, () => undefined);
      const settle = (): void => {
        clearTimeout(timer);
        clearInterval(watch);
      };
      child.once('error', (error) => {
        settle();
        reject(error);
      });
      child.once('close', (code, signal) => {
        settle();
        const told = killed === undefined && code === 0 ? answerIn(Buffer.concat(answer)) : undefined;
        resolve(told ?? killed ?? endedBy({ code, signal, words: Buffer.concat(words).toString('latin1') }, limits));
      });
      // A process that ends early closes the pipe. The error of the closed pipe is ignored, because the way in which
      // the process ended is reported.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(readerRequestOf(bytes, sourceHash, mediaType));
    });

/** V8 reserves memory that it never uses, and the limit counts it (measured on Node 24: 0.6 GB). */
const mappedMegabytes = 640;
const maxWords = 64 * 1024;

function started(entry: URL, { heapMegabytes, memoryMegabytes, timeMillis }: ProcessLimits): ChildProcess {
  const node = [
    `--max-old-space-size=${heapMegabytes}`,
    '--permission',
    '--allow-fs-read=*',
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    fileURLToPath(entry),
  ];
  const seconds = Math.ceil(timeMillis / 1000);
  const kilobytes = (memoryMegabytes + mappedMegabytes) * 1024;
  // At the soft processor limit the process gets a signal that tells why it ended. At the hard limit it is killed.
  const limited = `ulimit -c 0; ulimit -d ${kilobytes}; ulimit -S -t ${seconds}; ulimit -H -t ${seconds + 2}; exec "$0" "$@"`;
  const [command, args] =
    process.platform === 'linux' ? ['/bin/sh', ['-c', limited, process.execPath, ...node]] : [process.execPath, node];
  // Output of the libraries must not reach our log, because it may quote the file.
  return spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe', 'pipe'], env: { [readerVariable]: '1' } });
}

/** Watches the resident memory of the process on systems where `ulimit` does not limit it. On Linux it does nothing. */
function watched(child: ChildProcess, { memoryMegabytes }: ProcessLimits, over: () => void) {
  if (process.platform === 'linux') return undefined;
  return setInterval(() => {
    void residentMegabytes(child.pid).then((megabytes) => {
      if (megabytes > memoryMegabytes) over();
    });
  }, 200);
}

/** Collects the pieces of a stream. If they exceed `most` bytes, the rest is dropped and `over` is called. */
function collected(stream: Readable, most: number, over: () => void): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let length = 0;
  stream.on('data', (piece: Buffer) => {
    length += piece.byteLength;
    if (length <= most) pieces.push(piece);
    else over();
  });
  return pieces;
}

const outOfMemory: SourceException = {
  kind: 'source.too_large',
  detail: 'reading the file takes more memory than is allowed',
};
const tooLong: SourceException = {
  kind: 'source.too_large',
  detail: 'the content of the file is larger than a tool can process',
};
const late = ({ timeMillis }: ProcessLimits): SourceException => ({
  kind: 'source.time_limit',
  detail: `reading the file takes longer than ${timeMillis / 1000} s`,
});

/**
 * Tells how the process ended. V8 reports missing memory before it aborts. If `sh` is still running, its exit code is
 * 128 plus the number of the signal.
 */
function endedBy(
  {
    code,
    signal,
    words,
  }: { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly words: string },
  limits: ProcessLimits,
): LocateOutcome {
  if (signal === 'SIGXCPU' || code === 128 + constants.signals.SIGXCPU) return late(limits);
  if (/out of memory|allocation fail|failed to allocate/i.test(words)) return outOfMemory;
  return { kind: 'died', detail: signal ?? `exit code ${code}` };
}
