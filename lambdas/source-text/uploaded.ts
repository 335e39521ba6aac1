import * as z from 'zod';
import type { Uploaded } from './make-text.ts';

/** S3's event through EventBridge, as far as it is needed. */
const objectCreated = z.object({
  detail: z.object({ object: z.object({ key: z.string(), size: z.int().min(0) }) }),
});

const keyForm = /^sources\/([0-9a-f]{64})$/;

/** @throws Error for what is no upload of a source: it is left in the queue, for somebody to look at */
export function uploadedBy(event: unknown): Uploaded {
  const { key, size } = objectCreated.parse(event).detail.object;
  const sourceHash = keyForm.exec(key)?.[1];
  if (sourceHash === undefined) throw new Error('the object is not a source');
  return { sourceHash, sizeBytes: size };
}
