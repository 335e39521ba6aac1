import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with code on which the bytes of a result can depend. */
const sources = ['contract', 'patterns', 'action-plane', 'adapters', 'lambdas'];

/**
 * Returns the digest of the code that computes results, including the locked libraries. Two builds with the same digest
 * compute the same results. The digest covers neither `lib/` nor the release. If a deploy changes only `lib/` or the
 * release, calls without an idempotency key are still found by the key that was derived for them.
 */
export function engineDigest(root: string): string {
  const files = sources.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root })).sort();
  const digest = createHash('sha256');
  for (const file of [...files, 'package-lock.json']) {
    const content = readFileSync(join(root, file));
    digest.update(`${file}\0${content.byteLength}\0`).update(content);
  }
  return digest.digest('hex');
}
