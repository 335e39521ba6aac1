import type { Uploads } from '../../adapters/aws/s3-uploads.ts';
import type { SourceStore } from '../../adapters/tables/sources.ts';
import type { SourceWriter } from '../../contract/rows/content.ts';
import { Failure } from '../../contract/failures.ts';
import { actorOf } from '../../contract/authority/identity.ts';
import { settledAt, sourceName, type Source } from '../../contract/rows/located-text.ts';
import type { Ledger } from '../../contract/system.ts';
import { clearanceOf } from '../clearance.ts';
import { releaseInForce, type ReleaseSource } from '../../contract/authority/release-in-force.ts';
import { agentIn, mustNotBeSuspended } from '../../contract/authority/suspension.ts';
import { bodyOf, json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { parseAnnouncement, type Announcement } from './announcement.ts';
import { announcedRow, sentAgain, type SentSource } from './announced-row.ts';
import { sourceEvent } from './source-event.ts';

export interface SourcesDependencies extends ReleaseSource {
  readonly store: SourceStore;
  readonly content: SourceWriter;
  readonly uploads: Uploads;
  readonly ledger: Pick<Ledger, 'note'>;
}

/** The validity of an upload URL: the time that a slow connection needs for 20 MB. */
const uploadSeconds = 15 * 60;
/**
 * The number of attempts. If the same sender sends the same bytes several times at once, one of these requests succeeds
 * first, and the others try again.
 */
const maxRounds = 4;

/**
 * Handles `POST /v1/sources`: takes the bytes of a source, or returns a URL for uploading them. The row belongs to the
 * sender: nobody else's row is read or changed, so the answer says nothing about them. The row is written before the
 * bytes, so the reader finds the markings.
 */
export const postSource =
  (deps: SourcesDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const announcement = parseAnnouncement(bodyOf(request.event));
    const release = await releaseInForce(deps);
    // A caller that the release does not define may not send a source.
    await clearanceOf(release, request.caller);
    await mustNotBeSuspended(deps.head, agentIn(request.caller));
    const at = new Date(request.at).toISOString();
    const made = { announcement, by: actorOf(request.caller), release, at };
    const { source, eventId, before } = await writeRow(deps, request, made);
    await storeBytes(deps.content, announcement, { source, before });
    const answer = { source: source.id, state: source.state, markings: source.markings };
    const isThere = announcement.bytes !== undefined || source.state === 'located';
    if (isThere) return json(201, answer, eventId);
    return json(201, { ...answer, upload: await uploadOf(deps, announcement, { source, at: request.at }) }, eventId);
  };

interface Written {
  readonly source: Source;
  readonly eventId: string;
  /** The state of the source before this request. Undefined if the sender had not sent it. */
  readonly before: Source['state'] | undefined;
}

async function writeRow(
  { store, ledger }: SourcesDependencies,
  { function: name, id, at, via }: HttpRequest,
  made: SentSource,
): Promise<Written> {
  const by = { function: name, uuid: id, at: made.at, actor: made.by, release: made.release.id, via };
  const fresh = announcedRow(made);
  for (let round = 0; round < maxRounds; round++) {
    const from = await store.find(fresh.id);
    const settled = from && settledAt(from, at);
    const to = settled === undefined ? fresh : sentAgain(settled, made);
    const event = sourceEvent(by, from === undefined ? 'announced' : 'joined', { source: to });
    const written = { source: to, eventId: event.eventId, before: settled?.state };
    if (to === settled) {
      await ledger.note(event);
      return written;
    }
    if ((await store.put({ ...(from && { from }), to, event })) === 'put') return written;
  }
  throw new Failure('write.conflict', 'other requests changed the same source during each of several attempts');
}

/**
 * Stores the bytes that the request contains. The upload starts the reading of the source. If the source was refused,
 * its bytes may be stored already; then they are stored again, so that the source is read again.
 */
async function storeBytes(
  content: SourceWriter,
  { bytes }: Announcement,
  { source, before }: Pick<Written, 'source' | 'before'>,
): Promise<void> {
  if (bytes === undefined || source.state === 'located') return;
  if (before === 'refused') return content.putAgain(sourceName(source.id), bytes);
  return content.put('sources', sourceName(source.id), bytes);
}

async function uploadOf(
  { uploads }: SourcesDependencies,
  { sha256, sizeBytes, mediaType }: Announcement,
  { source, at }: { readonly source: Source; readonly at: number },
) {
  const named = { name: sourceName(source.id), sha256, sizeBytes, mediaType };
  const expiresAt = new Date(at + uploadSeconds * 1000).toISOString();
  return { method: 'PUT', ...(await uploads(named, uploadSeconds)), expiresAt };
}
