import { inTime, type Limit } from '../dispatch/in-time.ts';
import { Failure } from '../failures.ts';
import type { Head, HeadState, Library, Release } from '../system.ts';

export interface ReleaseSource {
  readonly head: Head;
  readonly library: Library;
}

/**
 * Opens the release that the head names.
 * @throws Failure `dependency.unavailable` if the release cannot be opened
 */
export async function releaseOfHead(library: Library, { release }: Pick<HeadState, 'release'>): Promise<Release> {
  const inForce = await library.open(release);
  if (!inForce)
    throw new Failure(
      'dependency.unavailable',
      'the release in force cannot be opened: it is not stored, or this version of the platform does not read its format',
    );
  return inForce;
}

/**
 * Opens the release that is in force now.
 * @throws Failure `dependency.unavailable`
 */
export const releaseInForce = async ({ head, library }: ReleaseSource): Promise<Release> =>
  releaseOfHead(library, await head.current());

/**
 * Returns the id of the release in force for an event that must be written in any case. If the head cannot be read in
 * time, returns `unknown`.
 */
export const releaseForEvent = (head: Head, limit: Limit): Promise<string> =>
  inTime(head.current(), limit).then(
    ({ release }) => release,
    () => 'unknown',
  );
