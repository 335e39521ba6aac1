import { Session } from 'node:inspector';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
/** The product's code, and the engine of regular expressions. */
const countedFolders = [
  'contract',
  'patterns',
  'action-plane',
  'adapters',
  'registry',
  'lambdas',
  'bin',
  'node_modules/re2js',
].map((folder) => join(root, folder, '/'));

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

const session = new Session();
let counts = false;

/** Asks the profiler. `post` calls back before it returns, because the session belongs to this thread. */
function ask(method: string, parameters: object = {}): unknown {
  let answer: unknown;
  session.post(method, parameters, (error, result) => {
    if (error) throw error;
    answer = result;
  });
  return answer;
}

/** Lets the profiler count from now on. Each later start would discard all compiled code, so the process starts it once. */
function startCounting(): void {
  if (counts) return;
  counts = true;
  session.connect();
  ask('Profiler.enable');
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

/**
 * Counts the steps of a run: how often each block of the counted code was entered, and how many characters or members the
 * engine's own methods inspected. It reads no clock, so a busy machine does not change the count. It slows down its process,
 * so only files named `*.steps.test.ts` use it, which have a process of their own.
 */
export async function stepsOf(run: () => unknown): Promise<number> {
  startCounting();
  ask('Profiler.takePreciseCoverage');
  const native = countSteps();
  try {
    await run();
  } finally {
    native.end();
  }
  const { result } = ask('Profiler.takePreciseCoverage') as Coverage;
  const own = result
    .filter(({ url }) => countedFolders.some((folder) => url.replace(/^file:\/\//, '').startsWith(folder)))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)));
  return own.reduce((sum, count) => sum + count, 0) + native.steps();
}

/**
 * Returns the factors by which the steps grow if the input is 4, 8 and 16 times as large. Linear code has 4, 8, 16;
 * quadratic code has 16, 64, 256.
 *
 * @param input makes an input of a size
 * @param run runs the measured code; its first run is not counted, because it may create things lazily
 */
export async function growth<T>(input: (size: number) => T, run: (input: T) => unknown): Promise<readonly number[]> {
  await run(input(1));
  const counted: number[] = [];
  for (const size of [1, 4, 8, 16]) {
    const given = input(size);
    counted.push(await stepsOf(() => run(given)));
  }
  const [base = 1, ...larger] = counted;
  return larger.map((steps) => steps / base);
}

type Cost = (self: never, given: readonly unknown[], found: never) => number;

const scanned = (
  self: string,
  from: unknown,
  { found, length }: { readonly found: number; readonly length: number },
): number => (found === -1 ? Math.max(0, self.length - Number(from ?? 0)) : found + length - Number(from ?? 0));
const wholeText: Cost = (self: string) => self.length;
const copied: Cost = (_: never, __: readonly unknown[], found: { readonly length: number }) => found.length;
const wholeList: Cost = (self: readonly unknown[]) => self.length;
const members: Cost = (_: never, [value]: readonly unknown[]) =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyNames(value).length : 0;

/** The costs of the engine's own methods. If a method gets a regular expression, its cost is counted in `exec`. */
const costs: readonly (readonly [object, Readonly<Record<string, Cost>>])[] = [
  [
    String.prototype,
    {
      indexOf: (self: string, [needle, from], found: number) =>
        scanned(self, from, { found, length: String(needle).length }),
      includes: wholeText,
      split: (self: string, [by]) => (typeof by === 'string' ? self.length : 0),
      replaceAll: (self: string, [by]) => (typeof by === 'string' ? self.length : 0),
      replace: (self: string, [by]) => (typeof by === 'string' ? self.length : 0),
      slice: copied,
      substring: copied,
      trim: copied,
      toLowerCase: wholeText,
      toUpperCase: wholeText,
      normalize: wholeText,
      lastIndexOf: wholeText,
      localeCompare: wholeText,
    },
  ],
  [
    RegExp.prototype,
    {
      // A sticky expression is tried at one place. `split` makes a sticky copy and tries it at each place of the text.
      exec: ({ sticky }: RegExp, [text]: readonly unknown[], found: RegExpExecArray | null) =>
        found === null ? (sticky ? 1 : String(text).length) : found[0].length + 1,
    },
  ],
  [
    Array.prototype,
    {
      slice: copied,
      concat: copied,
      splice: wholeList,
      shift: wholeList,
      unshift: wholeList,
      includes: wholeList,
      indexOf: wholeList,
      join: wholeList,
      reverse: wholeList,
      sort: (self: readonly unknown[]) => self.length * Math.ceil(Math.log2(self.length + 1)),
    },
  ],
  [Object, { keys: members, entries: members, values: members }],
];

/** Replaces the engine's methods by ones that count, until `end` is called. */
function countSteps(): { readonly end: () => void; readonly steps: () => number } {
  let steps = 0;
  let counting = false;
  const restore: (() => void)[] = [];
  for (const [holder, methods] of costs) {
    for (const [name, cost] of Object.entries(methods)) {
      const own = Object.getOwnPropertyDescriptor(holder, name);
      const original = own?.value as (...given: readonly unknown[]) => unknown;
      Object.defineProperty(holder, name, {
        ...own,
        value(this: never, ...given: readonly unknown[]) {
          const found = Reflect.apply(original, this, given);
          if (counting) {
            // Calls that a cost function itself makes do not count.
            counting = false;
            steps += cost(this, given, found as never);
            counting = true;
          }
          return found;
        },
      });
      restore.push(() => Object.defineProperty(holder, name, own ?? {}));
    }
  }
  counting = true;
  return {
    steps: () => steps,
    end() {
      counting = false;
      for (const undo of restore) undo();
    },
  };
}
