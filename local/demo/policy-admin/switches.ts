import * as z from 'zod';

const count = z.int().min(0).max(1000);

const state = z.strictObject({
  /**
   * Delay before each request is processed, in milliseconds. A change is applied even if its caller has gone meanwhile.
   */
  slowMillis: z.int().min(0).max(60_000),
  /**
   * If true, requests are not processed until it is false. A change is applied even if its caller has gone meanwhile.
   */
  held: z.boolean(),
  /** Number of requests that are answered 503 without being processed. */
  unavailableNext: count,
  /** Number of changes that are committed, but whose answer is lost. */
  loseAnswerNext: count,
  /** Number of changes that are lost before they are committed. */
  loseBeforeCommitNext: count,
  /** How the caller of a lost answer notices it: the connection breaks (`reset`), or nothing ever comes (`hang`). */
  loseBy: z.enum(['reset', 'hang']),
  /** Lag in seconds that reads report, as if they came from a replica. Null means that reads report no lag. */
  replicaLagSeconds: z.number().min(0).nullable(),
  /** Address to which requests are redirected with 307. */
  redirectTo: z.string().max(2000).nullable(),
  /** Requests that slowMillis, held, unavailableNext and redirectTo affect. */
  appliesTo: z.enum(['all', 'reads', 'writes']),
  /**
   * Prefix of the paths that the switches affect, so that tests that run at the same time do not disturb each other.
   */
  pathPrefix: z.string().startsWith('/').max(256),
});

export type SwitchState = z.infer<typeof state>;

const off: SwitchState = {
  slowMillis: 0,
  held: false,
  unavailableNext: 0,
  loseAnswerNext: 0,
  loseBeforeCommitNext: 0,
  loseBy: 'reset',
  replicaLagSeconds: null,
  redirectTo: null,
  appliesTo: 'all',
  pathPrefix: '/',
};

type Counter = 'unavailableNext' | 'loseAnswerNext' | 'loseBeforeCommitNext';

export interface Switches {
  state(): SwitchState;
  /** Sets the switches that the body names and leaves the others unchanged. @returns false if the body is malformed */
  set(body: string): boolean;
  reset(): void;
  /** Returns the switches that affect a request. All are off if none does. */
  upon(method: string, path: string): SwitchState;
  /** Reduces a counter by one. @returns false if it was already zero */
  take(counter: Counter): boolean;
}

/** Makes the switches. They are only in memory, so a restart switches all of them off. */
export const switchboard = (): Switches => {
  let now = off;
  return {
    state: () => now,
    set: (body) => {
      try {
        const { data } = state.partial().safeParse(JSON.parse(body));
        if (data === undefined) return false;
        now = state.parse({ ...now, ...data });
        return true;
      } catch {
        return false;
      }
    },
    reset: () => {
      now = off;
    },
    upon: (method, path) => {
      if (!path.startsWith(now.pathPrefix)) return off;
      const kind = method === 'GET' ? 'reads' : 'writes';
      if (now.appliesTo === 'all' || now.appliesTo === kind) return now;
      return { ...now, slowMillis: 0, held: false, unavailableNext: 0, redirectTo: null };
    },
    take: (counter) => {
      if (now[counter] === 0) return false;
      now = { ...now, [counter]: now[counter] - 1 };
      return true;
    },
  };
};
