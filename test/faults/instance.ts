import { mannerOf, outsideTable, type FaultKind, type Manner, type MannerName } from './manners.ts';
import type { Outside, OutsideName } from './outside.ts';

/** One call of the outside world that an invocation makes. */
export interface Point {
  /** The number of the call, counted from 0. */
  readonly index: number;
  /** Such as `database.write`. */
  readonly name: string;
  readonly faults: readonly FaultKind[];
}

/** A fault at one call, and what the fault does to the world around it. */
export interface Fault {
  readonly index: number;
  readonly kind: FaultKind;
  /** Lets another instance handle the same request. */
  readonly overtake: () => Promise<unknown>;
  /** Moves the clock of everybody forward. */
  readonly pass: (millis: number) => void;
}

/** The calls of one invocation, and what its fault did to it. */
export class Trace {
  /** All calls of the outside world, in order. */
  readonly points: Point[] = [];
  /** Settles when the invocation can go on no further: the call hangs, or the function has crashed. */
  readonly stopped: Promise<void>;
  isCrashed = false;
  isHit = false;
  /** Carries out the late write. */
  land: () => Promise<unknown> = async () => undefined;
  readonly hang: () => void;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.stopped = promise;
    this.hang = resolve;
  }

  crash(): void {
    this.isCrashed = true;
    this.hang();
  }
}

export const pausedMillis = 60_000;
const skewMillis = 60_000;
/** A text that no answer, event or log may repeat. */
export const secretOfPort = 'a secret of the port';

const unforeseen = (): never => {
  throw new Error(secretOfPort);
};
const nothing = new Promise<never>(() => undefined);
type Act = () => Promise<unknown>;

/** Carries out one call with its fault. */
async function faulted(act: Act, { fault, manner, trace }: { fault: Fault; manner: Manner; trace: Trace }) {
  const ends: Readonly<Record<Exclude<FaultKind, 'clock ahead' | 'clock behind'>, Act>> = {
    before: async () => unforeseen(),
    after: async () => (await act(), unforeseen()),
    'answer lost': async () => (await act(), act()),
    unanswered: async () => (await act(), manner.unknown?.()),
    'late write': async () => ((trace.land = act), manner.unknown?.()),
    duplicate: async () => (await fault.overtake(), act()),
    pause: async () => (fault.pass(pausedMillis), await fault.overtake(), act()),
    hang: async () => (trace.hang(), nothing),
    'crash before': async () => (trace.crash(), nothing),
    'crash after': async () => (await act(), trace.crash(), nothing),
    throttled: async () => manner.refused?.(),
    conflict: async () => manner.conflicts?.(),
  };
  if (fault.kind === 'clock ahead' || fault.kind === 'clock behind') return act();
  return ends[fault.kind]();
}

/**
 * Returns the outside world as one instance of a function sees it, with at most one fault.
 *
 * @param trace gets the calls that the instance makes
 */
export function instance(outside: Outside, trace: Trace, fault?: Fault): Outside {
  const call = (name: string, manner: Manner, act: Act): Promise<unknown> => {
    // A function that crashed makes no further call. One that hangs at a call may still make others.
    if (trace.isCrashed) return nothing;
    const { length: index } = trace.points;
    trace.points.push({ index, name, faults: manner.faults });
    if (index !== fault?.index) return act();
    trace.isHit = true;
    return faulted(act, { fault, manner, trace });
  };
  const told = (name: string, manner: Manner): void => {
    const { length: index } = trace.points;
    trace.points.push({ index, name, faults: manner.faults });
    if (index !== fault?.index) return;
    trace.isHit = true;
    unforeseen();
  };
  const skew = { 'clock ahead': skewMillis, 'clock behind': -skewMillis }[fault?.kind as string] ?? 0;
  const now = (name: string, manner: Manner): number => {
    // The clock is wrong from the first look at it.
    if (!trace.points.some((point) => point.name === name))
      trace.points.push({ index: trace.points.length, name, faults: manner.faults });
    trace.isHit ||= skew !== 0;
    return outside.clock.now() + skew;
  };
  const pages = (name: string, manner: Manner, all: AsyncIterable<unknown>): AsyncIterable<unknown> => ({
    async *[Symbol.asyncIterator]() {
      const iterator = all[Symbol.asyncIterator]();
      for (;;) {
        const page = (await call(name, manner, () => iterator.next())) as IteratorResult<unknown>;
        if (page.done === true) return;
        yield page.value;
      }
    },
  });
  const method = (thing: OutsideName, target: object, member: string): unknown => {
    const value: unknown = Reflect.get(target, member, target);
    const manners: Readonly<Record<string, MannerName>> = outsideTable[thing];
    const named = manners[member];
    if (named === undefined || typeof value !== 'function') return value;
    const [name, manner] = [`${thing}.${member}`, mannerOf(named)];
    return (...args: unknown[]): unknown => {
      const act = () => Reflect.apply(value, target, args) as unknown;
      if (named === 'clock') return now(name, manner);
      if (named === 'told') return (told(name, manner), act());
      if (name === 'database.pages' || name === 'stream.after')
        return pages(name, manner, act() as AsyncIterable<unknown>);
      return call(name, manner, async () => wrapped(name, await act()));
    };
  };
  const seen = (thing: OutsideName, target: object): unknown =>
    new Proxy(target, { get: (_, member) => (typeof member === 'string' ? method(thing, target, member) : undefined) });
  const wrapped = (name: string, value: unknown): unknown =>
    name === 'library.open' && value !== undefined ? seen('release', value as object) : value;
  return new Proxy(outside, {
    get: (_, thing) => {
      const target: unknown = Reflect.get(outside, thing);
      return thing in outsideTable && target !== undefined ? seen(thing as OutsideName, target as object) : target;
    },
  });
}
