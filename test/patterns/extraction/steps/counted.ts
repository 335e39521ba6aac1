// oxlint-disable typescript/unbound-method -- the methods are counted and then called with their own receiver
/* oxlint-disable no-extend-native -- what the runtime's own methods look at is counted; in a process of its own */
import { Session } from 'node:inspector/promises';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
// The profiler counts only code that is compiled after this line. So this module must be imported before the code under
// test.
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/**
 * Counts steps instead of time: each executed block of our code, and each character that a method of the runtime reads.
 * The count is the same on every machine.
 */
export async function steps(work: () => Promise<unknown>): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  units = 0;
  counting = true;
  await work();
  counting = false;
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const blocks = result
    .filter(({ url }) => url.includes('/patterns/extraction/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)));
  return units + blocks.reduce((sum, count) => sum + count, 0);
}

let units = 0;
let counting = false;
const looked = (count: number): void => {
  if (counting) units += count;
};

/** A search reads the characters from where it begins to where its match ends. */
const exec = RegExp.prototype.exec;
RegExp.prototype.exec = function counted(this: RegExp, text: string) {
  const from = this.global || this.sticky ? this.lastIndex : 0;
  const found = exec.call(this, text);
  looked(found ? found.index - from + found[0].length : text.length - from);
  return found;
};

const { indexOf, slice, trim, split } = String.prototype;
String.prototype.indexOf = function counted(this: string, sought: string, from = 0) {
  const found = indexOf.call(this, sought, from);
  looked((found === -1 ? this.length : found) - from);
  return found;
};
String.prototype.slice = function counted(this: string, start?: number, end?: number) {
  const found = slice.call(this, start, end);
  looked(found.length);
  return found;
};
String.prototype.trim = function counted(this: string) {
  looked(this.length);
  return trim.call(this);
};
String.prototype.split = function counted(this: string, ...by: Parameters<typeof split>) {
  looked(this.length);
  return split.apply(this, by);
} as typeof split;

const { findIndex, find, includes, indexOf: indexOfItem } = Array.prototype;
const ofItems = { findIndex, find, includes, indexOf: indexOfItem };
for (const [name, method] of Object.entries(ofItems)) {
  Object.defineProperty(Array.prototype, name, {
    value: function counted(this: unknown[], ...rest: unknown[]) {
      const found: unknown = Reflect.apply(method, this, rest);
      looked(typeof found === 'number' && found !== -1 ? found : this.length);
      return found;
    },
  });
}
