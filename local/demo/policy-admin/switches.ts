import * as z from 'zod';

const count = z.int().min(0).max(1000);

const state = z.strictObject({
  /** Wait before looking at a request. A change is applied even if its caller has gone by then. */
  slowMillis: z.int().min(0).max(60_000),
  /** Requests wait to be looked at until this is off. A change is applied even if its caller has gone by then. */
  held: z.boolean(),
  /** So many requests are answered 503, nothing applied. */
  unavailableNext: count,
  /** So many changes are committed and their answer is lost. */
  loseAnswerNext: count,
  /** So many changes are lost before anything is committed. */
  loseBeforeCommitNext: count,
  /** What the caller of a lost answer sees: a connection that breaks, or one that never says anything. */
  loseBy: z.enum(['reset', 'hang']),
  /** Reads say that they come from a replica so far behind. */
  replicaLagSeconds: z.number().min(0).nullable(),
  /** Requests are answered 307 to this place. */
  redirectTo: z.string().max(2000).nullable(),
  /** What slowMillis, held, unavailableNext and redirectTo act upon. */
  appliesTo: z.enum(['all', 'reads', 'writes']),
  /** Only requests to a path that begins so are acted upon, so that tests at the same time keep out of each other's way. */
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
  /** Sets what the body names and leaves the rest; false where it is no such object. */
  set(body: string): boolean;
  reset(): void;
  /** The state as far as it acts upon a request: all off where it does not. */
  upon(method: string, path: string): SwitchState;
  /** Counts one down; false where none was left. */
  take(counter: Counter): boolean;
}

/** Kept in memory: a restart switches everything off. */
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
