import { auditCursorOf } from '../../adapters/tables/audit-cursor.ts';
import type { AuditTable } from '../../adapters/tables/audit-table.ts';
import { Failure } from '../../contract/failures.ts';
import type { Head, Ledger } from '../../contract/system.ts';
import { reads } from '../../contract/authority/reads.ts';
import type { Run } from '../../contract/rows/run.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { readEvent } from '../read-event.ts';
import { timelineEntry } from './timeline.ts';

export interface ReadRunDependencies {
  readonly find: (runId: string) => Promise<Run | undefined>;
  readonly audit: Pick<AuditTable, 'query' | 'progress'>;
  readonly ledger: Pick<Ledger, 'note'>;
  readonly head: Head;
}

const idForm = /^[A-Za-z0-9_.:-]{1,255}$/;

/**
 * Handles `GET /v1/runs/{id}`: a run, even if it has ended, and its timeline in pages, sorted by time. The timeline
 * follows the ledger within seconds; `indexedUntil` says before which instant it is complete.
 * @throws Failure `run.unknown`, `request.invalid`
 */
export const readRun =
  ({ find, audit, ledger, head }: ReadRunDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const id = request.event.pathParameters?.['id'] ?? '';
    const page = pageOf(request.event.queryStringParameters ?? {});
    const run = idForm.test(id) ? await find(id) : undefined;
    if (!run || !reads.RunTimeline(request.caller, run))
      throw new Failure('run.unknown', 'this caller has no run with this id');
    // The progress is read before the page, so the page is complete at least up to `indexedUntil`.
    const { indexedUntil, sealedUntil } = await audit.progress();
    const known = indexedUntil === undefined ? {} : { indexedUntil };
    const { events, cursor } = await audit.query({ by: { run: run.runId }, ...page, ...known });
    // The read event is not part of the run. Otherwise each page that is read would make the timeline longer.
    const read = readEvent(request, { release: (await head.current()).release, subject: run.runId });
    await ledger.note(read);
    const timeline = events.map(timelineEntry);
    const times = { indexedUntil: indexedUntil ?? null, sealedUntil: sealedUntil ?? null };
    return json(200, { ...factsOf(run), timeline, cursor, ...times }, read.eventId);
  };

function pageOf(parameters: Readonly<Record<string, string | undefined>>): { limit?: number; cursor?: string } {
  const { limit, cursor, ...rest } = parameters;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new Failure('request.invalid', `${unknown.slice(0, 32)} is not a known parameter`);
  if (cursor !== undefined) auditCursorOf(cursor);
  return {
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

/** The members are listed one by one, so a new member of the row cannot appear in the answer by accident. */
const factsOf = (run: Run) => ({
  runId: run.runId,
  owner: run.owner,
  purpose: run.purpose,
  subject: run.subject,
  replayable: run.replayable,
  release: run.release,
  pins: run.pins,
  engine: run.engine,
  createdAt: run.createdAt,
  expiresAt: run.expiresAt,
});
