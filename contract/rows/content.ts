import { createHash } from 'node:crypto';
import type { Hash } from '../values/canonical.ts';

/**
 * The areas of the content store. Each is a prefix of the bucket, and its objects never change. The name of an object
 * has 64 hex digits: the SHA-256 of its bytes, or for a source the hash in its id (`sourceIdOf`), or for a located text
 * the hash of source and extractor (`textName`).
 */
export const contentAreas = {
  sources: { holds: 'the bytes of sources', mediaType: 'application/octet-stream' },
  texts: {
    holds: 'the located texts of sources, one for each source and extractor version',
    mediaType: 'application/json',
  },
  results: { holds: 'results of dispatches that do not fit into their record', mediaType: 'application/json' },
  exports: { holds: 'manifests of exported snapshots of live objects', mediaType: 'application/json' },
  releases: { holds: 'the manifests of compiled releases', mediaType: 'application/json' },
  parts: { holds: 'the parts of compiled releases', mediaType: 'application/octet-stream' },
  corpora: { holds: 'snapshots of corpora', mediaType: 'application/vnd.sqlite3' },
  policies: { holds: 'the text of each policy that was ever in force', mediaType: 'text/plain; charset=utf-8' },
  payloads: { holds: 'payloads and cases of Actions that do not fit into a row', mediaType: 'application/json' },
} as const;
export type ContentArea = keyof typeof contentAreas;

export interface ContentReader {
  /**
   * Reads an object. Undefined if nothing is stored under the name.
   * @throws Failure `dependency.unavailable`
   */
  get(area: ContentArea, name: Hash): Promise<Uint8Array | undefined>;
}

export interface ContentWriter {
  /**
   * Stores the bytes if nothing is stored under the name; an existing object does not change.
   * @throws Failure `dependency.unavailable`; then a retry is safe
   */
  put(area: ContentArea, name: Hash, bytes: Uint8Array): Promise<void>;
}

export interface SourceWriter extends ContentWriter {
  /**
   * Stores the bytes of a source even if they are stored already. The store reports each upload, so the source is read
   * again.
   * @throws Failure `dependency.unavailable`; then a retry is safe
   */
  putAgain(name: Hash, bytes: Uint8Array): Promise<void>;
}

/** Erases objects. Only an operator may do this, with the operator's own credentials; no deployed function may. */
export interface ContentEraser {
  /**
   * Replaces the bytes of an object by a tombstone. Returns false if the object does not exist.
   * @throws Failure `dependency.unavailable`; then a retry is safe
   */
  erase(area: ContentArea, name: Hash): Promise<boolean>;
}

export type ContentStore = ContentReader & ContentWriter;

/** Returns the SHA-256 of bytes from outside. For a text, use `sha256` of `canonical.ts`. */
export const sha256OfBytes = (bytes: Uint8Array): Hash => createHash('sha256').update(bytes).digest('hex');
