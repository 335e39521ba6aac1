import * as z from 'zod';
import type { Uploaded } from './make-text.ts';

/** The needed members of S3's `Object Created` event, as EventBridge delivers it. */
const objectCreated = z.object({
  detail: z.object({ object: z.object({ key: z.string(), size: z.int().min(0) }) }),
});

const keyForm = /^sources\/([0-9a-f]{64})$/;

/**
 * Reads the event of an upload.
 * @throws Error if the object is not a source. The event then stays in the queue until somebody looks at it.
 */
export function uploadedBy(event: unknown): Uploaded {
  const { key, size } = objectCreated.parse(event).detail.object;
  const name = keyForm.exec(key)?.[1];
  if (name === undefined) throw new Error('the key of the object is not sources/ followed by 64 hex digits');
  return { name, sizeBytes: size };
}
