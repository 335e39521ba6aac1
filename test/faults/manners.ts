import { OutboundError } from '../../adapters/sor/outbound-error.ts';
import { DatabaseError } from '../../adapters/tables/database.ts';
import { Failure } from '../../contract/failures.ts';
import type { Outside } from './outside.ts';

/**
 * How one call of the outside world goes wrong.
 * - `before`, `after`: it fails with an error that nobody documented, before or after it was carried out
 * - `answer lost`: it is carried out and its answer is lost, so the client repeats it, as an SDK does
 * - `unanswered`: it is carried out, but no answer ever comes
 * - `late write`: no answer comes, and it is carried out after the caller has retried
 * - `duplicate`: another delivery of the same request overtakes this one at the call
 * - `hang`: it never ends
 * - `crash before`, `crash after`: the function ends at the call
 * - `throttled`, `conflict`: it is refused and not carried out
 * - `pause`: the function is frozen at the call for a minute; meanwhile another instance gets the retry
 * - `clock ahead`, `clock behind`: during the whole invocation, the clock of the function is a minute wrong
 */
export type FaultKind =
  | 'before'
  | 'after'
  | 'answer lost'
  | 'unanswered'
  | 'late write'
  | 'duplicate'
  | 'hang'
  | 'crash before'
  | 'crash after'
  | 'throttled'
  | 'conflict'
  | 'pause'
  | 'clock ahead'
  | 'clock behind';

/** The faults that a kind of call can have, and what the caller then gets. */
export interface Manner {
  readonly faults: readonly FaultKind[];
  /** Throws or returns what the port documents if nothing was carried out. */
  readonly refused?: () => unknown;
  /** Throws or returns what the port documents if nobody knows whether it was carried out. */
  readonly unknown?: () => unknown;
  readonly conflicts?: () => never;
}

const throws = (make: () => Error) => (): never => {
  throw make();
};
const unavailable = throws(() => new Failure('dependency.unavailable', 'the dependency is away'));

const ofRead = ['before', 'hang', 'crash before', 'throttled'] as const;
const ofWrite = [
  'before',
  'after',
  'answer lost',
  'unanswered',
  'late write',
  'duplicate',
  'hang',
  'crash before',
  'crash after',
  'throttled',
  'pause',
] as const;

/** The connector repeats no request. A change that the SoR applies later than promised is in docs/action-plane.md. */
const ofChange = ofWrite.filter((kind) => kind !== 'late write' && kind !== 'answer lost');

const manners = {
  /** A read of a table. */
  row: {
    faults: [...ofRead, 'unanswered', 'duplicate', 'pause'],
    refused: throws(() => new DatabaseError('throttled', 'planned')),
    unknown: throws(() => new DatabaseError('unanswered', 'planned')),
  },
  /** A conditional write of a table. */
  rows: {
    faults: [...ofWrite, 'conflict'],
    refused: throws(() => new DatabaseError('throttled', 'planned')),
    unknown: throws(() => new DatabaseError('unanswered', 'planned')),
    conflicts: throws(() => new DatabaseError('conflict', 'planned')),
  },
  /** A read of anything else. */
  read: { faults: ofRead, refused: unavailable },
  /** A write that can be repeated. */
  put: { faults: ofWrite, refused: unavailable, unknown: unavailable },
  /** An HTTP request that changes nothing. */
  get: {
    faults: [...ofRead, 'unanswered'],
    refused: throws(() => new OutboundError('outbound.unreachable', 'planned', false)),
    unknown: throws(() => new OutboundError('outbound.timeout', 'planned', true)),
  },
  /** An HTTP request that changes a record. */
  change: {
    faults: ofChange,
    refused: throws(() => new OutboundError('outbound.unreachable', 'planned', false)),
    unknown: throws(() => new OutboundError('outbound.timeout', 'planned', true)),
  },
  /** A request whose port answers that it is unavailable, and does not throw. */
  ask: { faults: ofRead, refused: () => ({ kind: 'unavailable', reason: 'planned' }) },
  /** A process that ends without an answer. */
  process: { faults: ofRead, refused: () => ({ kind: 'died', detail: 'planned' }) },
  clock: { faults: ['clock ahead', 'clock behind'] },
  /** A report to telemetry. Its caller must not notice that the report failed. */
  told: { faults: ['before'] },
} as const satisfies Readonly<Record<string, Manner>>;
export type MannerName = keyof typeof manners;

export const mannerOf = (name: MannerName): Manner => manners[name];

type Callable = (...args: never[]) => unknown;
type MethodManners<T> = {
  readonly [M in keyof T as T[M] extends Callable ? M : never]-?: MannerName;
};

/** Says for each method of the outside world how it can fail. A method that is not in this table does not compile. */
export const outsideTable = {
  database: { get: 'row', batchGet: 'row', query: 'row', pages: 'row', write: 'rows' },
  content: { get: 'read', put: 'put', putAgain: 'put' },
  library: { open: 'read' },
  release: { tool: 'read', load: 'read', policies: 'read', policyText: 'read' },
  pdp: { decide: 'read' },
  observer: { span: 'told', dispatched: 'told', failed: 'told' },
  clock: { now: 'clock' },
  secretStore: { fetch: 'read' },
  sor: { get: 'get', change: 'change' },
  model: { ask: 'ask' },
  corpora: { current: 'read', open: 'read' },
  exports: { snapshot: 'read', query: 'read' },
  userPool: { find: 'read' },
  tokenKeys: { verify: 'read' },
  tokens: { resume: 'put' },
  executions: { start: 'put' },
  notifier: { publish: 'put' },
  retryQueue: { add: 'put' },
  presigner: { sign: 'read', link: 'read' },
  reader: { locate: 'process' },
  scanReader: { read: 'read' },
  logObjects: { get: 'read', put: 'put', replace: 'put' },
  signer: { publicKey: 'read', sign: 'read' },
  stream: { shards: 'read', after: 'read' },
  witness: { add: 'read' },
  ledgerEvents: { page: 'read' },
  accessLog: { page: 'read' },
  alarms: { failed: 'told', setAside: 'told', found: 'told' },
  sleeper: { sleep: 'read' },
} as const satisfies { readonly [O in keyof Outside]: MethodManners<Outside[O]> };
