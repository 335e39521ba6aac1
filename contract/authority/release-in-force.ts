import { Failure } from '../failures.ts';
import type { Head, HeadState, Library, Release } from '../system.ts';

export interface ReleaseSource {
  readonly head: Head;
  readonly library: Library;
}

/**
 * Opens the release that the head names.
 * @throws Failure `dependency.unavailable` if this build does not have this release
 */
export async function releaseOfHead(library: Library, { release }: Pick<HeadState, 'release'>): Promise<Release> {
  const inForce = await library.open(release);
  if (!inForce) throw new Failure('dependency.unavailable', 'this build does not have the release in force');
  return inForce;
}

/**
 * Opens the release that is in force now.
 * @throws Failure `dependency.unavailable`
 */
export const releaseInForce = async ({ head, library }: ReleaseSource): Promise<Release> =>
  releaseOfHead(library, await head.current());
