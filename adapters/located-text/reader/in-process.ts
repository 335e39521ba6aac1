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
  /** Of the clock, and of the processor. */
  readonly timeMillis: number;
  readonly heapMegabytes: number;
  /** What the process may hold, buffers and native memory too. */
  readonly memoryMegabytes: number;
}

/** The only variable that the reader is given: no credential of the function is in its reach. */
export const readerVariable = 'LOCATED_TEXT_READER';

/**
 * Takes a file apart in a process of its own, under limits of the operating system: a hostile file costs just that. It may
 * neither write files nor start processes. Answers an exception for whatever the file's fault is.
 * @param entry a module that calls `serveLocating` where `isReader()`
 * @throws Error where no process can be started
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
        resolve(told ?? killed ?? endedBy(code, signal, Buffer.concat(words).toString('latin1'), limits));
      });
      // A reader that ends early closes the pipe; how it ended is what counts.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(readerRequestOf(bytes, sourceHash, mediaType));
    });

/** What V8 maps and never touches counts as data too (measured on Node 24: 0.6 GB). */
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
  // The soft limit of the processor tells why it ended; the hard one ends what does not listen.
  const limited = `ulimit -c 0; ulimit -d ${kilobytes}; ulimit -S -t ${seconds}; ulimit -H -t ${seconds + 2}; exec "$0" "$@"`;
  const [command, args] =
    process.platform === 'linux' ? ['/bin/sh', ['-c', limited, process.execPath, ...node]] : [process.execPath, node];
  // What a library says of a file is no line of our log.
  return spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe', 'pipe'], env: { [readerVariable]: '1' } });
}

/** Where the operating system does not limit the memory of a process, its resident size is looked at. */
function watched(child: ChildProcess, { memoryMegabytes }: ProcessLimits, over: () => void) {
  if (process.platform === 'linux') return undefined;
  return setInterval(() => {
    void residentMegabytes(child.pid).then((megabytes) => {
      if (megabytes > memoryMegabytes) over();
    });
  }, 200);
}

/** Pieces of a stream; beyond the most they are dropped, and `over` is told. */
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

const outOfMemory: SourceException = { kind: 'source.too_large', detail: 'reading it takes more memory than it may' };
const tooLong: SourceException = { kind: 'source.too_large', detail: 'what is in it is more than a tool may be given' };
const late = ({ timeMillis }: ProcessLimits): SourceException => ({
  kind: 'source.time_limit',
  detail: `over ${timeMillis / 1000} s`,
});

/** V8 says so before it aborts; `sh` answers 128 and the number of the signal where it was not replaced. */
function endedBy(
  code: number | null,
  signal: NodeJS.Signals | null,
  words: string,
  limits: ProcessLimits,
): LocateOutcome {
  if (signal === 'SIGXCPU' || code === 128 + constants.signals.SIGXCPU) return late(limits);
  if (/out of memory|allocation fail|failed to allocate/i.test(words)) return outOfMemory;
  return { kind: 'died', detail: signal ?? `exit code ${code}` };
}
