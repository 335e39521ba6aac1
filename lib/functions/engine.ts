import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an answer's bytes can depend on beside the release: the code of the chain, and the libraries it locks. */
const sources = ['contract', 'patterns', 'action-plane', 'adapters', 'lambdas'];

/**
 * Digest of the build that answers: two builds with the same one compute the same results. It says nothing of `lib/` or
 * of the release, so a deploy that changes only these keeps the derived keys of earlier calls.
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
