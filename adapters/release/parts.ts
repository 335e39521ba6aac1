import { sha256OfBytes } from '../../contract/rows/content.ts';
import type { Hash } from '../../contract/values/canonical.ts';

/** Thrown if the bytes of a part are missing or do not have its digest. Nothing of such a part is used. */
export class PartRefused extends Error {
  override readonly name = 'PartRefused';
}

/** Reads the bytes of a part. Undefined if they are missing. */
export type ReadPart = (digest: Hash) => Promise<Uint8Array | undefined>;

export interface Parts {
  /** Returns a part that is canonical JSON. It is read once and kept as long as the process runs. */
  json(digest: Hash): Promise<unknown>;
  text(digest: Hash): Promise<string>;
}

/** Returns the parts that `read` finds. Each part is checked against its digest before it is used. */
export function checkedParts(read: ReadPart): Parts {
  const kept = new Map<Hash, Promise<unknown>>();
  const text = async (digest: Hash): Promise<string> => Buffer.from(await checkedPart(read, digest)).toString('utf8');
  return {
    text,
    json: (digest) => {
      const known = kept.get(digest);
      if (known) return known;
      const reading = text(digest).then((found): unknown => JSON.parse(found));
      kept.set(digest, reading);
      // A failed read is not kept, so the next call reads again.
      reading.catch(() => kept.delete(digest));
      return reading;
    },
  };
}

/** @throws PartRefused */
export async function checkedPart(read: ReadPart, digest: Hash): Promise<Uint8Array> {
  const bytes = await read(digest);
  if (bytes === undefined) throw new PartRefused(`the part ${digest} is missing`);
  if (sha256OfBytes(bytes) !== digest) throw new PartRefused(`the part ${digest} does not match its digest`);
  return bytes;
}
