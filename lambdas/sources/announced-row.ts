import { Failure } from '../../contract/failures.ts';
import type { Actor } from '../../contract/authority/identity.ts';
import { sourceIdOf, type Source } from '../../contract/rows/located-text.ts';
import { join, top, type Marking } from '../../contract/authority/markings.ts';
import type { Release } from '../../contract/system.ts';
import type { Announcement } from './announcement.ts';

/** An announcement with its sender. `release` is the release in force, and `at` the instant of the request. */
export interface SentSource {
  readonly announcement: Announcement;
  readonly by: Actor;
  readonly release: Release;
  readonly at: string;
}

/**
 * Returns the row of a source that its sender has not sent before.
 * @throws Failure `request.invalid` for a marking that the tenant does not declare
 */
export function announcedRow({ announcement, by, release, at }: SentSource): Source {
  const { mediaType, sizeBytes, bytes } = announcement;
  const key = { by, sourceHash: announcement.sha256, mediaType };
  return {
    id: sourceIdOf(key),
    ...key,
    ...(announcement.name === undefined ? {} : { name: announcement.name }),
    sizeBytes,
    markings: markingsOf(announcement, release, []),
    ...(bytes === undefined ? { state: 'awaited', announced: true } : { state: 'received' }),
    version: 1,
    at,
    depth: 0,
  };
}

/**
 * Returns the row after the sender has sent the same source again. Returns the same object if nothing changes. A source
 * that was refused is received again if the request contains its bytes.
 * @throws Failure `request.invalid` for an unknown marking, or if the announced size differs from the size of the bytes
 */
export function sentAgain(from: Source, { announcement, release, at }: SentSource): Source {
  const { sizeBytes, bytes, sha256 } = announcement;
  const markings = markingsOf(announcement, release, from.markings);
  if (from.sizeBytes !== sizeBytes && from.announced === undefined) {
    throw new Failure('request.invalid', '/sizeBytes: differs from the size of the bytes with this hash');
  }
  const arrives = bytes !== undefined && (from.state === 'awaited' || from.state === 'refused');
  const awaits = bytes === undefined && from.announced === true && from.state === 'refused';
  // False also for an erased row, whose hash was replaced.
  const named = announcement.name === undefined ? {} : { name: announcement.name };
  const isNamed = announcement.name === undefined || announcement.name === from.name;
  const isSame = from.sizeBytes === sizeBytes && from.sourceHash === sha256 && isNamed;
  if (!arrives && !awaits && isSame && markings.join() === from.markings.join()) return from;
  const { exception: _, attempts: __, announced: ___, ...unread } = from;
  const kept = arrives ? unread : awaits ? withoutException(from) : from;
  const state = arrives ? 'received' : awaits ? 'awaited' : from.state;
  return { ...kept, ...named, sourceHash: sha256, sizeBytes, markings, state, depth: 0, version: from.version + 1, at };
}

function withoutException(source: Source): Omit<Source, 'exception'> {
  const { exception: _, ...rest } = source;
  return rest;
}

/**
 * Returns the present, the default and the requested markings, combined with `join`.
 * @throws Failure `request.invalid` for a marking that the tenant does not declare
 */
function markingsOf({ markings }: Announcement, release: Release, present: readonly Marking[]): readonly Marking[] {
  const known = top(release.markings);
  if (markings.some((marking) => !known.includes(marking))) {
    throw new Failure('request.invalid', `/markings: each must be one of ${known.join(', ')}`);
  }
  return join(release.markings, present, release.sourceMarkings, markings);
}
