import type { Hash } from '../contract/values/canonical.ts';
import type { Frontier } from './merkle.ts';

/** How far one shard of the ledger's stream has been appended. */
export interface Position {
  /** The stream's sequence number of the last record: decimal digits, larger is later. */
  readonly sequence: string;
  /** When the ledger took that record; ISO 8601, UTC. */
  readonly writtenAt: string;
}

/** What is appended, and from where. The one row that decides. */
export interface LogHead {
  readonly frontier: Frontier;
  /** By shard id. */
  readonly positions: Readonly<Record<string, Position>>;
}

/** Entries that one commit appended. The rows form a chain: the next one begins where this one ends. */
export interface CommittedBatch {
  /** Index of its first entry. */
  readonly first: number;
  readonly count: number;
  /** SHA-256 of the batch object. */
  readonly hash: Hash;
}

/** How far bundles, tiles and a checkpoint are derived. */
export interface Sealed {
  readonly size: number;
  /** The signed checkpoint, as it is published. */
  readonly checkpoint: string;
  /** ISO 8601, UTC. */
  readonly sealedAt: string;
}

/** A row as it was read; version 0 if there is none. */
export interface VersionedObject<T> {
  readonly row: T | undefined;
  readonly version: number;
}

/** The rows of the log. Reads are consistent. */
export interface LogRows {
  head(): Promise<VersionedObject<LogHead>>;
  /** Moves the head and puts the batch's row, in one transaction; `moved` if the head is no longer at that version. */
  commit(change: { readonly head: LogHead; readonly batch: CommittedBatch }, seen: number): Promise<'done' | 'moved'>;
  /** The batch whose first entry has this index. */
  batch(first: number): Promise<CommittedBatch | undefined>;
  sealed(): Promise<VersionedObject<Sealed>>;
  seal(sealed: Sealed, seen: number): Promise<'done' | 'moved'>;
}

/** The objects of the log. What is put under a path stays; only `checkpoint` is replaced. */
export interface LogObjects {
  get(path: string): Promise<Uint8Array | undefined>;
  /** Keeps what is there already. */
  put(path: string, bytes: Uint8Array): Promise<void>;
  replace(path: 'checkpoint', bytes: Uint8Array): Promise<void>;
}

/** Signs checkpoints. The key never leaves its service. */
export interface Signer {
  /** Ed25519, 32 bytes. */
  publicKey(): Promise<Uint8Array>;
  /** An Ed25519 signature (RFC 8032), 64 bytes. */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

export const batchPath = (hash: Hash): string => `batches/${hash}`;
export const checkpointPath = 'checkpoint';
/** Each checkpoint that was ever published, by its size. */
export const keptCheckpointPath = (size: number): string => `checkpoints/${String(size).padStart(16, '0')}`;
