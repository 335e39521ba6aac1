import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemoryDatabase } from '../../../adapters/memory/database.ts';
import type { Database, Write } from '../../../adapters/tables/database.ts';
import { rowLists } from '../../../adapters/tables/row-lists.ts';
import { moveActionRow, moveTaskRow, putAction, putTask } from '../../../adapters/tables/rows.ts';
import { actionStateTable, taskStateTable } from '../../../action-plane/states.ts';
import { actionId } from '../../../contract/dispatch/keys.ts';
import type { Action, ActionState } from '../../../contract/rows/action.ts';
import type { RowLists } from '../../../contract/rows/row-lists.ts';
import type { Task, TaskState } from '../../../contract/rows/task.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { actionsHandler } from '../../../lambdas/actions/actions.ts';
import { byRoute, type Handle } from '../../../lambdas/routes.ts';
import { tasks } from '../../../lambdas/tasks/tasks.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import { human, insurerRelease, planeWorld, queue, requestedTask, stagedAction, start } from '../../support/plane.ts';

const queues = [queue.id, 'queue.other', 'queue.third'];
const release = insurerRelease({ queues: queues.slice(1).map((id) => ({ ...queue, id })) });
/** The number of rows at the start. */
const rowCount = 90;

/** The plan of one reading: which rows change before each query of an index, and the sizes of the pages. */
interface Plan<S extends string> {
  readonly states: readonly S[];
  readonly changes: readonly (readonly [row: number, choice: number])[];
  readonly sizes: readonly number[];
  readonly lagMillis: number;
}

/** Describes the kind of row that a list has. */
interface Kind<R> {
  readonly at: (index: number) => R;
  readonly put: (row: R) => Write;
  readonly move: (from: R, to: R) => Write;
  readonly next: (row: R) => readonly R[];
}

interface Row {
  readonly id: string;
  readonly state: string;
}

/** Calls `before` before each query of an index, so that rows change between two queries of one request. */
const disturbed = (database: MemoryDatabase, before: () => Promise<void>): Database => ({
  get: (...args) => database.get(...args),
  batchGet: (...args) => database.batchGet(...args),
  write: (...args) => database.write(...args),
  pages: (...args) => database.pages(...args),
  query: async (query) => {
    await before();
    return database.query(query);
  },
});

/** Reads all pages. Each page has another size. @returns the ids in the order in which they were shown */
async function allPages(handle: Handle, routeKey: string, plan: Plan<string>): Promise<readonly string[]> {
  const shown: string[] = [];
  const caller = human('boss', ['approvers', 'operators']);
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    const limit = String(plan.sizes[page % plan.sizes.length] ?? 1);
    const query = { state: plan.states.join(','), limit, ...(cursor === undefined ? {} : { cursor }) };
    const answer = bodyOfAnswer(await handle(requestBy(caller, { routeKey, query, at: start })));
    const rows = (answer['tasks'] ?? answer['actions']) as readonly Row[];
    shown.push(...rows.map(({ id }) => id));
    if (typeof answer['cursor'] !== 'string') return shown;
    cursor = answer['cursor'];
  }
}

/** Reads all pages while rows change. @returns the shown ids, and those of the rows that matched throughout */
async function readWhileChanging<R extends Row>(
  plan: Plan<R['state']>,
  { at, put, move, next }: Kind<R>,
  {
    routeKey,
    database,
    handleOf,
  }: { routeKey: string; database: MemoryDatabase; handleOf: (lists: RowLists) => Handle },
): Promise<{ readonly shown: readonly string[]; readonly throughout: ReadonlySet<string> }> {
  const rows = Array.from({ length: rowCount }, (_, i) => at(i));
  await database.write(rows.map(put));
  const matches = ({ state }: R): boolean => plan.states.includes(state);
  const throughout = new Set(rows.filter(matches).map(({ id }) => id));
  let now = start;
  database.weather = { now: () => now, indexLagMillis: () => plan.lagMillis };
  const left = [...plan.changes];
  const change = async (): Promise<void> => {
    now += 50;
    const [which = 0, choice = 0] = left.shift() ?? [];
    const row = rows[which];
    if (row === undefined) {
      rows.push(at(rows.length));
      await database.write(rows.slice(-1).map(put));
      return;
    }
    const nexts = next(row);
    const to = nexts[choice % Math.max(1, nexts.length)];
    if (to === undefined) return;
    await database.write([move(row, to)]);
    rows[which] = to;
    if (!matches(to)) throughout.delete(to.id);
  };
  const handle = handleOf(rowLists(disturbed(database, change)));
  return { shown: await allPages(handle, routeKey, plan), throughout };
}

const planOf = <S extends string>(...states: readonly (readonly S[])[]): fc.Arbitrary<Plan<S>> =>
  fc.record({
    states: fc.constantFrom(...states),
    changes: fc.array(fc.tuple(fc.nat(rowCount), fc.nat(7)), { minLength: 10, maxLength: 60 }),
    // A large page reads less of each queue than the page holds.
    sizes: fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(24)), { minLength: 1, maxLength: 4 }),
    lagMillis: fc.constantFrom(0, 0, 120),
  });

const nextOf = <R extends Task | Action>(row: R, states: readonly R['state'][]): readonly R[] =>
  states.map((state) => ({ ...row, state, version: row.version + 1 }));

const taskKind: Kind<Task> = {
  at: (i) =>
    requestedTask(stagedAction({ id: actionId(sha256(`${i}`)) }), {
      queue: queues[i % 3] ?? '',
      // The deadlines of one queue are before those of the next one, and several Tasks have the same deadline.
      dueAt: new Date(start + (1 + (i % 3) * 5 + (i % 5)) * 60_000).toISOString(),
      state: (['requested', 'open', 'open', 'granted'] as const)[i % 4] ?? 'open',
    }),
  put: putTask,
  move: moveTaskRow,
  next: (row) => nextOf(row, taskStateTable[row.state].next),
};

const actionKind: Kind<Action> = {
  at: (i) =>
    stagedAction({
      id: actionId(sha256(`${i}`)),
      stagedAt: new Date(start - (1 + (i % 5)) * 60_000).toISOString(),
      state: (['staged', 'approved', 'committing', 'outcome_unknown', 'committed'] as const)[i % 5] ?? 'staged',
    }),
  put: putAction,
  move: moveActionRow,
  next: (row) => nextOf(row, actionStateTable[row.state].next),
};

const numRuns = 50;

describe('The pages of a list while its rows change', () => {
  it('No Task is shown twice, and each Task that matched throughout is shown, whatever changes meanwhile', async () => {
    const plans = planOf<TaskState>(['requested', 'open'], ['open', 'granted', 'denied'], ['granted']);
    const property = fc.asyncProperty(plans, async (plan) => {
      const plane = await planeWorld({ release, task: { groups: [] } });
      const handleOf = (lists: RowLists): Handle => byRoute(tasks({ ...plane, lists }));
      const at = { routeKey: 'GET /v1/tasks', database: plane.world.stored, handleOf };
      const { shown, throughout } = await readWhileChanging(plan, taskKind, at);
      expect(shown).toEqual([...new Set(shown)]);
      expect([...throughout].filter((id) => !shown.includes(id))).toEqual([]);
    });
    await expect(fc.assert(property, { numRuns })).resolves.toBeUndefined();
  });

  it('No Action is shown twice, and each Action that matched throughout is shown, whatever changes meanwhile', async () => {
    const plans = planOf<ActionState>(
      ['staged', 'pending', 'approved', 'committing', 'outcome_unknown'],
      ['approved', 'committing', 'outcome_unknown', 'committed', 'failed'],
      ['committed', 'compensated'],
    );
    const property = fc.asyncProperty(plans, async (plan) => {
      const plane = await planeWorld({ action: { state: 'denied' } });
      const sleep = async (): Promise<void> => undefined;
      const handleOf = (lists: RowLists): Handle => byRoute(actionsHandler({ ...plane, lists, sleep }));
      const at = { routeKey: 'GET /v1/actions', database: plane.world.stored, handleOf };
      const { shown, throughout } = await readWhileChanging(plan, actionKind, at);
      expect(shown).toEqual([...new Set(shown)]);
      expect([...throughout].filter((id) => !shown.includes(id))).toEqual([]);
    });
    await expect(fc.assert(property, { numRuns })).resolves.toBeUndefined();
  });
});
