import type { Uploads } from '../../adapters/aws/s3-uploads.ts';
import type { SourceStore } from '../../adapters/tables/sources.ts';
import type { ContentWriter } from '../../contract/rows/content.ts';
import { Failure } from '../../contract/failures.ts';
import { actorOf } from '../../contract/authority/identity.ts';
import { settledAt, sourceId, type Source } from '../../contract/rows/located-text.ts';
import { join, top, type Marking } from '../../contract/authority/markings.ts';
import type { Ledger, Release } from '../../contract/system.ts';
import { clearanceOf } from '../clearance.ts';
import { releaseInForce, type ReleaseSource } from '../../contract/authority/release-in-force.ts';
import { bodyOf, json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { parseAnnouncement, type Announcement } from './announcement.ts';
import { sourceEvent } from './source-event.ts';

export interface SourcesDependencies extends ReleaseSource {
  readonly store: SourceStore;
  readonly content: ContentWriter;
  readonly uploads: Uploads;
  readonly ledger: Pick<Ledger, 'note'>;
}

/** The validity of an upload URL: the time that a slow connection needs for 20 MB. */
const uploadSeconds = 15 * 60;
/**
 * The number of attempts. Several callers may send the same bytes at once, and one of them succeeds in each attempt.
 */
const maxRounds = 4;

/**
 * Handles `POST /v1/sources`: takes the bytes of a source, or returns a URL for uploading them. Equal bytes are one
 * source, and its markings can only rise. The row is written before the bytes, so the reader finds the markings.
 */
export const postSource = (deps: SourcesDependencies) => {
  const { content, uploads } = deps;
  return async (request: HttpRequest): Promise<HttpAnswer> => {
    const announced = parseAnnouncement(bodyOf(request.event));
    const release = await releaseInForce(deps);
    // A caller that the release does not define may not send a source.
    clearanceOf(release, request.caller);
    const { source, eventId } = await writeRow(deps, { request, release }, announced);
    const { bytes, ...uploaded } = announced;
    if (bytes !== undefined) await content.put('sources', source.sourceHash, bytes);
    if (source.state === 'located' || (bytes !== undefined && source.state === 'received')) {
      return json(201, { source: source.id, state: source.state, markings: source.markings }, eventId);
    }
    const expiresAt = new Date(request.at + uploadSeconds * 1000).toISOString();
    const upload = { method: 'PUT', ...(await uploads(uploaded, uploadSeconds)), expiresAt };
    return json(201, { source: source.id, state: source.state, markings: source.markings, upload }, eventId);
  };
};

async function writeRow(
  { store, ledger }: SourcesDependencies,
  { request, release }: { readonly request: HttpRequest; readonly release: Release },
  announced: Announcement,
): Promise<{ source: Source; eventId: string }> {
  const by = {
    function: request.function,
    uuid: request.id,
    at: new Date(request.at).toISOString(),
    actor: actorOf(request.caller),
    release: release.id,
  };
  for (let round = 0; round < maxRounds; round++) {
    const from = await store.find(sourceId(announced.sha256));
    const settled = from && settledAt(from, request.at);
    const to =
      settled === undefined ? newSource(announced, release, by.at) : joined(settled, announced, { release, at: by.at });
    const event = sourceEvent(by, from === undefined ? 'announced' : 'joined', { source: to });
    if (to === settled) {
      await ledger.note(event);
      return { source: to, eventId: event.eventId };
    }
    if ((await store.put({ ...(from && { from }), to, event })) === 'put')
      return { source: to, eventId: event.eventId };
  }
  throw new Failure('write.conflict', 'other requests changed the same source during each of several attempts');
}

const newSource = (announced: Announcement, release: Release, at: string): Source => ({
  id: sourceId(announced.sha256),
  sourceHash: announced.sha256,
  mediaType: announced.mediaType,
  sizeBytes: announced.sizeBytes,
  markings: markingsOf(announced, release, []),
  state: announced.bytes === undefined ? 'awaited' : 'received',
  version: 1,
  at,
  depth: 0,
});

/** Returns the row after another announcement of the same bytes. Returns the same object if nothing changes. */
function joined(
  from: Source,
  announced: Announcement,
  { release, at }: { readonly release: Release; readonly at: string },
): Source {
  const { exception: _, ...rest } = from;
  const markings = markingsOf(announced, release, from.markings);
  const differs = from.mediaType !== announced.mediaType;
  // No text exists yet, so another caller may correct a wrong media type.
  const mayChange = from.state === 'awaited' || from.state === 'refused';
  if (differs && !mayChange)
    throw new Failure('source.differs', `/mediaType: ${from.id} has the same bytes, but another media type`);
  if (from.sizeBytes !== announced.sizeBytes && from.state !== 'awaited') {
    throw new Failure('request.invalid', '/sizeBytes: differs from the size of the bytes with this hash');
  }
  const arrives = announced.bytes !== undefined && from.state === 'awaited';
  if (!differs && !arrives && markings.join() === from.markings.join() && from.sizeBytes === announced.sizeBytes) {
    return from;
  }
  const { mediaType, sizeBytes } = announced;
  const state = arrives ? 'received' : differs ? 'awaited' : from.state;
  return {
    ...(state === 'refused' ? from : rest),
    mediaType,
    sizeBytes,
    markings,
    state,
    depth: 0,
    version: from.version + 1,
    at,
  };
}

/**
 * Returns the join of the present, the default and the requested markings.
 * @throws Failure `request.invalid` for a marking that the tenant does not declare
 */
function markingsOf({ markings }: Announcement, release: Release, present: readonly Marking[]): readonly Marking[] {
  const known = top(release.markings);
  if (markings.some((marking) => !known.includes(marking))) {
    throw new Failure('request.invalid', `/markings: each must be one of ${known.join(', ')}`);
  }
  return join(release.markings, present, release.sourceMarkings, markings);
}
