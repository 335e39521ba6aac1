import { createHash } from 'node:crypto';
import type { Hash } from '../values/canonical.ts';

/**
 * Areas of the content store, each a prefix of the one bucket. What stands in them is never changed: a name is 64 hex
 * digits, the SHA-256 of the bytes, or, of a text, of what it was made from and by what (`textName`).
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
  /** Undefined where nothing stands there. @throws Failure `dependency.unavailable` */
  get(area: ContentArea, name: Hash): Promise<Uint8Array | undefined>;
}

export interface ContentWriter {
  /** Puts if absent: what stands under a name stays. @throws Failure `dependency.unavailable`; nothing harmful was done */
  put(area: ContentArea, name: Hash, bytes: Uint8Array): Promise<void>;
}

export type ContentStore = ContentReader & ContentWriter;

/** Of bytes that came from outside; `sha256` of `canonical.ts` is that of a text. */
export const sha256OfBytes = (bytes: Uint8Array): Hash => createHash('sha256').update(bytes).digest('hex');
