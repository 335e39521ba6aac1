import type { Hash } from '../contract/values/canonical.ts';
import type { Indexed } from './indexed.ts';
import type { Frontier } from './merkle.ts';

/** The last record that was appended to the log from one shard of the ledger's stream. */
export interface Position {
  /** The record's sequence number in the stream: decimal digits; later records have larger numbers. */
  readonly sequence: string;
  /** Time at which the ledger stored the record; ISO 8601, UTC. */
  readonly writtenAt: string;
}

/** Compares sequence numbers as integers: they are decimal, differ in length and have at most 40 digits. */
export const isLaterSequence = (sequence: string, than: string): boolean => BigInt(sequence) > BigInt(than);

/** The row that decides which entries are in the log: the tree, and the position of each shard. */
export interface LogHead {
  readonly frontier: Frontier;
  /** Positions by shard id. */
  readonly positions: Readonly<Record<string, Position>>;
  /** Entries that a redrive appended, long after the entries beside them in time. @default none */
  readonly redriven?: readonly RedrivenSpan[];
}

/** Entries that a redrive appended in one batch or in several batches one after another. */
export interface RedrivenSpan {
  /** Index of the first entry. */
  readonly first: number;
  readonly count: number;
  /** Times of the earliest and the latest event; ISO 8601, UTC. */
  readonly from: string;
  readonly to: string;
}

/**
 * The name under which the head has the position of redriven events, which come from no shard of the stream. The
 * sequence number of this position is the number of redriven events.
 */
export const redriveShard = 'redrive';

/**
 * The entries that one commit appended. The rows form a chain: each batch begins at the entry where the batch before it
 * ends.
 */
export interface CommittedBatch {
  /** Index of the first entry of the batch. */
  readonly first: number;
  readonly count: number;
  /** SHA-256 of the object that holds the batch. */
  readonly hash: Hash;
}

/** The last sealing: how many entries have bundles, tiles and a signed checkpoint. */
export interface Sealed {
  readonly size: number;
  /** The signed checkpoint in its published form. */
  readonly checkpoint: string;
  /** Time of the sealing; ISO 8601, UTC. */
  readonly sealedAt: string;
  /** Every event that the ledger stored before this instant is sealed; ISO 8601, UTC. Absent if it is not known yet. */
  readonly until?: string;
  /**
   * Number of entries in the newest checkpoint that the witness has cosigned. Absent if the witness has cosigned no
   * checkpoint.
   */
  readonly witnessed?: number;
}

/** A row with its version. If there is no row, the version is 0. */
export interface VersionedObject<T> {
  readonly row: T | undefined;
  readonly version: number;
}

/** The rows of the log. Reads are strongly consistent. */
export interface LogRows {
  head(): Promise<VersionedObject<LogHead>>;
  /**
   * Replaces the head and puts the batch's row in one transaction. Without a batch, only positions change. Returns
   * `moved` if the head no longer has the version `seen`.
   */
  commit(change: { readonly head: LogHead; readonly batch?: CommittedBatch }, seen: number): Promise<'done' | 'moved'>;
  /** Returns the batch whose first entry has this index. */
  batch(first: number): Promise<CommittedBatch | undefined>;
  sealed(): Promise<VersionedObject<Sealed>>;
  seal(sealed: Sealed, seen: number): Promise<'done' | 'moved'>;
  indexed(): Promise<VersionedObject<Indexed>>;
  noteIndexed(indexed: Indexed, seen: number): Promise<'done' | 'moved'>;
}

/** The objects of the log. An object under a path never changes, except that `checkpoint` is replaced. */
export interface LogObjects {
  get(path: string): Promise<Uint8Array | undefined>;
  /** Puts an object. If the path already has an object, that object is kept. */
  put(path: string, bytes: Uint8Array): Promise<void>;
  replace(path: 'checkpoint', bytes: Uint8Array): Promise<void>;
}

/** Signs checkpoints. The private key never leaves its service. */
export interface Signer {
  /** Returns the Ed25519 public key, 32 bytes. */
  publicKey(): Promise<Uint8Array>;
  /** Returns an Ed25519 signature (RFC 8032), 64 bytes. */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

export const batchPath = (hash: Hash): string => `batches/${hash}`;
/**
 * Returns the path of the object that says which entries a redrive appended. Only searches by time need this object.
 */
export const redrivenPath = ({ first, count, from, to }: RedrivenSpan): string =>
  `redriven/${String(first).padStart(16, '0')}-${String(count).padStart(10, '0')}-${Date.parse(from)}-${Date.parse(to)}`;

/** Parses a path that `redrivenPath` made. Undefined if the path is malformed. */
export function redrivenSpanOf(path: string): RedrivenSpan | undefined {
  const [first, count, from, to, ...more] = path.slice('redriven/'.length).split('-').map(Number);
  if (first === undefined || count === undefined || from === undefined || to === undefined || more.length > 0)
    return undefined;
  if (![first, count, from, to].every(Number.isSafeInteger)) return undefined;
  return { first, count, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

export const checkpointPath = 'checkpoint';
/** Returns the path of the witness's cosignature on the checkpoint of this size. */
export const cosignaturePath = (size: number): string => `cosignatures/${String(size).padStart(16, '0')}`;
/** Returns the path under which the published checkpoint of this size is kept for good. */
export const keptCheckpointPath = (size: number): string => `checkpoints/${String(size).padStart(16, '0')}`;
