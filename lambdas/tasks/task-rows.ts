import { covers } from '../../contract/authority/markings.ts';
import type { Action, ActionCase } from '../../contract/rows/action.ts';
import type { RowLists } from '../../contract/rows/row-lists.ts';
import type { Task } from '../../contract/rows/task.ts';
import { viewOfTask } from '../../contract/rows/task-view.ts';
import type { Release } from '../../contract/system.ts';
import { clearanceOf } from '../clearance.ts';
import type { HttpRequest } from '../http.ts';
import { kindTitles } from '../lists/titles.ts';
import type { Listing } from './list-tasks.ts';

/** The largest old or new value that a row of a list shows, in bytes of its JSON. The case shows every value. */
const valueBytes = 300;

/** Returns the rows of a list of Tasks. Of a Task for which the caller is not cleared, a row has only the state. */
export async function taskRows(
  { lists }: { readonly lists: RowLists },
  { release, request }: { readonly release: Release; readonly request: HttpRequest },
  listings: readonly Listing[],
): Promise<readonly object[]> {
  if (listings.length === 0) return [];
  const clearance = await clearanceOf(release, request.caller);
  const readable = listings.filter(({ task }) => covers(clearance, task.markings));
  const cases = await casesOf(lists, readable);
  const titleOf = kindTitles(release);
  return Promise.all(
    listings.map(async (listing) => {
      const state = { ...viewOfTask(listing.task), markings: listing.task.markings };
      if (!readable.includes(listing)) return { ...state, readable: false };
      const { task, action } = listing;
      return {
        ...state,
        readable: true,
        title: await titleOf(action ? action.kind : (task.decision?.tool ?? ''), task.decision?.version),
        ...subjectOf(task, action),
        purpose: task.purpose,
        changes: changesOf(cases.get(action?.caseHash ?? '')),
        ageSeconds: Math.floor((request.at - Date.parse(task.requestedAt)) / 1000),
        grantedByMe: task.grants.some(({ by }) => by === request.caller.id),
      };
    }),
  );
}

async function casesOf(
  lists: RowLists,
  listings: readonly Listing[],
): Promise<ReadonlyMap<string, ActionCase['changes'] | undefined>> {
  const hashes = [...new Set(listings.flatMap(({ action }) => action?.caseHash ?? []))];
  const texts = await lists.texts(hashes);
  return new Map(
    hashes.map((hash, i) => {
      const text = texts[i];
      return [hash, text === undefined ? undefined : (JSON.parse(text) as ActionCase).changes];
    }),
  );
}

const subjectOf = (task: Task, action: Action | undefined) => ({
  ...(action && {
    kind: action.kind,
    target: { sor: action.target.sor, resource: action.target.resource, ref: action.target.ref },
  }),
  ...(task.decision && { decision: { tool: task.decision.tool, version: task.decision.version } }),
  requester: action?.requester ?? task.requestedBy,
  owner: action?.owner ?? task.decision?.owner,
});

/** Returns old and new values. A value that is too large for a list is left out, and `omitted` says so. */
const changesOf = (changes: ActionCase['changes'] | undefined): readonly object[] =>
  (changes ?? []).map(({ label, from, to }) =>
    Buffer.byteLength(JSON.stringify([from, to])) > 2 * valueBytes ? { label, omitted: true } : { label, from, to },
  );
