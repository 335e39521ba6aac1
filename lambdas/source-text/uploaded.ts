import * as z from 'zod';
import type { Uploaded } from './make-text.ts';

/** The parts of S3's event through EventBridge that are needed. */
const objectCreated = z.object({
  detail: z.object({ object: z.object({ key: z.string(), size: z.int().min(0) }) }),
});

const keyForm = /^sources\/([0-9a-f]{64})$/;

/**
 * Reads the event of an upload.
 * @throws Error if it is not an upload of a source; it is left in the queue, for somebody to look at
 */
export function uploadedBy(event: unknown): Uploaded {
  const { key, size } = objectCreated.parse(event).detail.object;
  const sourceHash = keyForm.exec(key)?.[1];
  if (sourceHash === undefined) throw new Error('the object is not a source');
  return { sourceHash, sizeBytes: size };
}
