import type { Downloads } from '../../adapters/aws/s3-downloads.ts';
import { reads } from '../../contract/authority/reads.ts';
import { releaseInForce } from '../../contract/authority/release-in-force.ts';
import { Failure } from '../../contract/failures.ts';
import { sourceName, textName, type Source } from '../../contract/rows/located-text.ts';
import { subjectOf } from '../action-plane/subject-of.ts';
import { clearanceOf, mustBeCleared } from '../clearance.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { readEvent, readOfTask } from '../read-event.ts';
import { citedSources } from './case/quoted-passages.ts';
import { caseOf } from './case/case-of.ts';
import type { TasksDependencies } from './list-tasks.ts';

/** The validity of a link: a person follows it at once. */
const linkSeconds = 120;

/**
 * Handles `GET /v1/tasks/{id}/sources/{source}`: links to the bytes and to the text of a source that the case of a Task
 * names. The event names the source. A source that the case does not name, that does not exist, or for which the caller
 * is not cleared gets one answer.
 */
export const linkSource =
  (deps: TasksDependencies & { readonly downloads: Downloads }) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const { caller, event } = request;
    const subject = await subjectOf(deps.store, event.pathParameters?.['id'] ?? '');
    if (!reads.Task(caller, subject.task))
      throw new Failure('task.unknown', 'there is no Task with this id, or this caller may not read it');
    const release = await releaseInForce(deps);
    await mustBeCleared(release, caller, subject.task.markings);
    const shown = await caseOf(deps.store, subject);
    const sources = await citedSources(deps, shown, { caller, clearance: await clearanceOf(release, caller) });
    const source = sources.find(({ id }) => id === event.pathParameters?.['source']);
    if (!source)
      throw new Failure('source.unknown', 'the case of the Task names no source with this id that the caller may read');
    const read = readEvent(request, { ...readOfTask(release, subject), subject: source.id });
    await deps.ledger.note(read);
    return json(
      200,
      { ...viewOfSource(source), links: await linksOf(deps.downloads, source, request.at) },
      read.eventId,
    );
  };

async function linksOf(downloads: Downloads, { id, mediaType, text }: Source, atMillis: number) {
  const expiresAt = new Date(atMillis + linkSeconds * 1000).toISOString();
  const link = async (download: Parameters<Downloads>[0]) => ({
    url: await downloads(download, linkSeconds),
    expiresAt,
  });
  return {
    source: await link({ area: 'sources', name: sourceName(id), mediaType }),
    ...(text && {
      text: await link({ area: 'texts', name: textName(sourceName(id), text), mediaType: 'application/json' }),
    }),
  };
}

/** Returns a source as an approver sees it. */
export const viewOfSource = ({ id, name, partOf, by, mediaType, sizeBytes, markings, state, at }: Source) => ({
  source: id,
  name,
  partOf,
  sentBy: by,
  at,
  state,
  mediaType,
  sizeBytes,
  markings,
});
