import { Failure } from '../../contract/failures.ts';
import { isVisibleTo, settledAt, sourceExceptions, type Source } from '../../contract/rows/located-text.ts';
import { covers } from '../../contract/authority/markings.ts';
import { clearanceOf } from '../clearance.ts';
import { releaseInForce } from '../../contract/authority/release-in-force.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { readEvent } from '../read-event.ts';
import type { SourcesDependencies } from './post-source.ts';

/**
 * Handles `GET /v1/sources/{id}`: the state of a source. A caller without clearance gets the same 404 as for a source
 * that does not exist. If the bytes have not arrived, everybody but the sender gets this 404 too.
 */
export const getSource =
  (deps: SourcesDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const release = await releaseInForce(deps);
    const clearance = await clearanceOf(release, request.caller);
    const row = await deps.store.find(request.event.pathParameters?.['id'] ?? '');
    const source = row && settledAt(row, request.at);
    if (!source || !isVisibleTo(source, request.caller) || !covers(clearance, source.markings))
      throw new Failure('source.unknown', 'this caller has no source with this id');
    const read = readEvent(request, { release: release.id, subject: source.id });
    await deps.ledger.note(read);
    return json(200, viewOf(source), read.eventId);
  };

/** The members are listed one by one, so an internal member of the row cannot appear in the answer. */
const viewOf = ({ id, name, partOf, state, mediaType, sizeBytes, markings, at, text, parts, exception }: Source) => ({
  source: id,
  name,
  partOf,
  state,
  mediaType,
  sizeBytes,
  markings,
  at,
  text: text && {
    extractor: text.extractor,
    extractorVersion: text.extractorVersion,
    textHash: text.textHash,
  },
  parts: parts?.map((part) => ({ name: part.name, source: part.id, mediaType: part.mediaType })),
  exception: exception && { ...exception, next: sourceExceptions[exception.kind] },
});
