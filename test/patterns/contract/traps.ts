import crypto, { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** Methods that give an engine time, randomness or the network. Each call of them is noted. */
const methods: readonly (readonly [string, object, readonly string[]])[] = [
  ['Date', Date, ['now']],
  ['process', process, ['hrtime', 'uptime']],
  ['Math', Math, ['random']],
  ['crypto', crypto, ['randomBytes', 'randomUUID', 'randomInt', 'randomFillSync']],
  ['webcrypto', globalThis.crypto, ['randomUUID', 'getRandomValues']],
  ['globalThis', globalThis, ['fetch', 'setTimeout', 'setInterval']],
  ['net', net, ['connect', 'createConnection']],
  ['http', http, ['request', 'get']],
  ['https', https, ['request', 'get']],
  ['dns', dns, ['lookup', 'resolve']],
];

/** Notes every use of time, randomness or the network until the returned function is called. */
export function trapped(noted: string[]): () => void {
  const undo: (() => void)[] = [];
  const put = (of: object, name: string, value: unknown): void => {
    const kept = Object.getOwnPropertyDescriptor(of, name);
    Object.defineProperty(of, name, { value, configurable: true, writable: true });
    undo.push(() => (kept ? Object.defineProperty(of, name, kept) : Reflect.deleteProperty(of, name)));
  };
  for (const [label, of, names] of methods) {
    for (const name of names) {
      const real: unknown = Reflect.get(of, name);
      if (typeof real !== 'function') throw new Error(`there is no ${label}.${name}`);
      put(of, name, (...args: unknown[]): unknown => {
        noted.push(`${label}.${name}`);
        return real.apply(of, args);
      });
    }
  }
  put(globalThis, 'Date', tellingDate(noted));
  // The letter library reads this clock but has no time limit. The clock is falsified, so an answer that depends on it
  // would differ.
  const honest = performance.now.bind(performance);
  put(performance, 'now', () => honest() * 1000 + 1e12);
  syncBuiltinESMExports();
  return () => {
    for (const one of undo.toReversed()) one();
    syncBuiltinESMExports();
  };
}

/** A date from a given instant is allowed. Only the current date is noted. */
const tellingDate = (noted: string[]): DateConstructor =>
  new Proxy(Date, {
    construct(target, args, newTarget) {
      if (args.length === 0) noted.push('new Date');
      return Reflect.construct(target, args, newTarget) as object;
    },
    apply(target, self, args) {
      noted.push('Date()');
      return Reflect.apply(target, self, args);
    },
  });

/** Uses time and randomness, which no engine may use, to prove that the traps note each use. */
export function useEveryTrap(): void {
  Date.now();
  void new Date();
  Math.random();
  randomBytes(1);
  crypto.randomUUID();
}
export const tempted = ['Date.now', 'new Date', 'Math.random', 'crypto.randomBytes', 'crypto.randomUUID'];
