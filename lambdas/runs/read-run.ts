import type { AuditTable } from '../../adapters/tables/audit-table.ts';
import { Failure } from '../../contract/failures.ts';
import type { Ledger, Library } from '../../contract/system.ts';
import { reads } from '../../contract/authority/reads.ts';
import type { Run } from '../../contract/rows/run.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { readEvent } from '../read-event.ts';
import { timelineEntry } from './timeline.ts';

export interface ReadRunDependencies {
  readonly find: (runId: string) => Promise<Run | undefined>;
  readonly audit: Pick<AuditTable, 'query' | 'reached'>;
  readonly ledger: Pick<Ledger, 'note'>;
  readonly library: Pick<Library, 'bundled'>;
}

const idForm = /^[A-Za-z0-9_.:-]{1,255}$/;
/** A cursor is the sort key of an event: its instant and its uuid. */
const cursorForm = /^[0-9TZ:.-]{20,30}#[0-9a-f-]{36}$/;

/**
 * Handles `GET /v1/runs/{id}`: a run, even if it has ended, and its timeline in pages, sorted by time. The timeline
 * follows the ledger within seconds; `carriedUntil` says up to which instant it is complete.
 * @throws Failure `run.unknown`, `request.invalid`
 */
export const readRun =
  ({ find, audit, ledger, library }: ReadRunDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const id = request.event.pathParameters?.['id'] ?? '';
    const page = pageOf(request.event.queryStringParameters ?? {});
    const run = idForm.test(id) ? await find(id) : undefined;
    if (!run || !reads.Run(request.caller, run))
      throw new Failure('run.unknown', 'this caller has no run with this id');
    // It is read before the page, so the page is complete at least up to this instant.
    const carriedUntil = await audit.reached();
    const { events, cursor } = await audit.query({ by: { run: run.runId }, ...page });
    // The read event is not part of the run. Otherwise each page that is read would make the timeline longer.
    const read = readEvent(request, { release: library.bundled, subject: run.runId });
    await ledger.note(read);
    const timeline = events.map(timelineEntry);
    return json(200, { ...factsOf(run), timeline, cursor, carriedUntil: carriedUntil ?? null }, read.eventId);
  };

function pageOf(parameters: Readonly<Record<string, string | undefined>>): { limit?: number; cursor?: string } {
  const { limit, cursor, ...rest } = parameters;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new Failure('request.invalid', `${unknown.slice(0, 32)}: is not a known parameter`);
  if (cursor !== undefined && !cursorForm.test(cursor)) {
    throw new Failure('request.invalid', 'cursor is malformed: send the cursor of the previous page unchanged');
  }
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
