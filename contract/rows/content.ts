import { createHash } from 'node:crypto';
import type { Hash } from '../values/canonical.ts';

/**
 * Areas of the content store, each a prefix of the one bucket. Objects in them never change. A name is 64 hex digits:
 * the SHA-256 of the bytes, or for a text the hash of its source and its extractor (`textName`).
 */
export const contentAreas = {
  sources: { holds: 'the bytes of source artefacts', mediaType: 'application/octet-stream' },
  texts: { holds: 'their located text, one for each source and extractor version', mediaType: 'application/json' },
  results: { holds: 'results of dispatches that do not fit their record', mediaType: 'application/json' },
  exports: { holds: 'manifests of exported snapshots of live objects', mediaType: 'application/json' },
  corpora: { holds: 'snapshots of corpora', mediaType: 'application/vnd.sqlite3' },
  payloads: { holds: 'payloads and cases of Actions that do not fit a row', mediaType: 'application/json' },
} as const;
export type ContentArea = keyof typeof contentAreas;

export interface ContentReader {
  /** Undefined if nothing is stored under the name. @throws Failure `dependency.unavailable` */
  get(area: ContentArea, name: Hash): Promise<Uint8Array | undefined>;
}

export interface ContentWriter {
  /**
   * Puts the bytes if the name is free; what is stored under a name never changes.
   * @throws Failure `dependency.unavailable`; a retry is safe
   */
  put(area: ContentArea, name: Hash, bytes: Uint8Array): Promise<void>;
}

export type ContentStore = ContentReader & ContentWriter;

/** SHA-256 of bytes from outside. `sha256` of `canonical.ts` takes a text. */
export const sha256OfBytes = (bytes: Uint8Array): Hash => createHash('sha256').update(bytes).digest('hex');
