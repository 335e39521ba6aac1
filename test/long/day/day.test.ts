import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { notifiedQueue, type NotifiedQueue } from '../../e2e/support/notified.ts';
import { journalOfRef, resetSwitches, setSwitches, touch } from '../../e2e/support/policy-admin.ts';
import { requestApproval } from '../../e2e/support/reserve.ts';
import { newKey, openRun } from '../../e2e/support/run.ts';
import { answered, requested } from '../../e2e/support/shapes.ts';
import { until } from '../../e2e/support/until.ts';
import { inBatches } from '../../e2e/probe/try.ts';
import { actionsOf, askFor, decideOn, inbox, queuesOf, resolve, waitingOf, withdraw, type Asked } from './doors.ts';
import { caseCount, dayPlan, type Case } from './plan.ts';
import { deskName, queues } from './tenant.ts';

/** The requests that are under way at the same time. */
const atOnce = 6;

/** A day takes about ten minutes. This limit ends a day that hangs. */
const hangsAfterMillis = 3_600_000;

const plan = dayPlan();
let desk: NotifiedQueue;

beforeAll(async () => {
  desk = await notifiedQueue(deskName);
  // Many claims of the seed are closed. Somebody opens them again, in the system of record itself.
  await inBatches(plan[0] ?? [], atOnce, ({ claim }) => touch(`/claims/${claim}`, { status: 'open' }));
});
afterAll(resetSwitches);

it(
  'During a day of 500 Tasks of three queues, people find, decide, withdraw and resolve everything over HTTP alone, and the system of record applies each granted change once and no other change',
  async () => {
    const all: Asked[] = [];
    for (const [i, cases] of plan.entries()) {
      const asked = await timed(`part ${i + 1}: ${cases.length} changes are asked for`, () => askForAll(cases));
      await timed(`part ${i + 1}: their Tasks open`, () => untilOpen(asked));
      await timed(`part ${i + 1}: their Tasks are decided`, () => decideAll(asked));
      await timed(`part ${i + 1}: the Actions end`, () => untilEnded(asked));
      all.push(...asked);
    }
    expect(all).toHaveLength(caseCount);
    await timed('the states and the journal of the system of record', () => expectEnds(all));
    await timed('the notifications', () => expectTold(all.filter(({ queue }) => queue === queues[2])));
  },
  hangsAfterMillis,
);

async function askForAll(cases: readonly Case[]): Promise<readonly Asked[]> {
  const runs = { 'claims-agent': await openRun('claims-agent'), adjuster: await openRun('adjuster') };
  return inBatches(cases, atOnce, (one) => askFor(one, runs[one.requester]));
}

/** An approver sees in the own queues exactly the Tasks that were asked for, and nobody else sees one. */
async function untilOpen(asked: readonly Asked[]): Promise<void> {
  expect(await queuesOf('approver-1')).toEqual([...queues]);
  expect(await queuesOf('adjuster')).toEqual([queues[0]]);
  const ids = asked.map(({ taskId }) => taskId).toSorted();
  await until('the opening of all Tasks', async () => {
    const rows = await inbox('approver-1');
    const open = rows.filter(({ state }) => state === 'open').map(({ id }) => id);
    return open.length < ids.length ? undefined : open;
  }).then((open) => expect(open.toSorted()).toEqual(ids));
  const waiting = await waitingOf('approver-1');
  for (const queue of queues) expect(waiting.get(queue)).toBe(asked.filter((one) => one.queue === queue).length);
  const ofFirst = asked.filter(({ queue }) => queue === queues[0]).map(({ taskId }) => taskId);
  expect((await inbox('adjuster')).map(({ id }) => id).toSorted()).toEqual(ofFirst.toSorted());
  for (const who of ['auditor', 'operator', 'intern-agent']) expect(await inbox(who)).toEqual([]);
}

async function decideAll(asked: readonly Asked[]): Promise<void> {
  const of = (...fates: readonly Case['fate'][]) => asked.filter(({ fate }) => fates.includes(fate));
  for (const one of of('withdrawn')) await withdraw(one);
  for (const { claim } of of('moved')) await touch(`/claims/${claim}`);
  // The system of record can lose the answer to one change at a time.
  for (const one of of('arrived', 'lost')) await grantWithoutAnswer(one);
  await inBatches(of('granted', 'moved', 'denied'), atOnce, (one) =>
    decideOn(one.by, one, one.fate === 'denied' ? 'deny' : 'grant'),
  );
  expect(await inbox('approver-1')).toEqual([]);
  if (of('arrived', 'lost').length > 0) await resolveUnknown(of('arrived', 'lost'));
}

/** Grants a change. Its answer is lost, or the change itself is lost, and the system of record cannot say which. */
async function grantWithoutAnswer(one: Asked): Promise<void> {
  const pathPrefix = `/claims/${one.claim}/reserve`;
  await setSwitches(
    one.fate === 'arrived' ? { loseAnswerNext: 1, pathPrefix } : { loseBeforeCommitNext: 1, pathPrefix },
  );
  await decideOn(one.by, one, 'grant');
  await until('the unknown outcome', async () => {
    const rows = await actionsOf('operator', '?state=outcome_unknown');
    return rows.find(({ id }) => id === one.actionId);
  });
  await resetSwitches();
}

/** The operator finds the Actions with an unknown outcome, asks the owner of the system of record, and reports what is so. */
async function resolveUnknown(unknown: readonly Asked[]): Promise<void> {
  const rows = await actionsOf('operator', '?state=outcome_unknown');
  expect(rows.map(({ id, next }) => `${id} waits for ${next?.owner}`).toSorted()).toEqual(
    unknown.map(({ actionId }) => `${actionId} waits for operators`).toSorted(),
  );
  for (const { actionId, fate } of unknown) {
    const { changes } = await journalOfRef(actionId);
    expect(changes).toHaveLength(fate === 'arrived' ? 1 : 0);
    const outcome = fate === 'arrived' ? 'arrived' : 'not_arrived';
    await resolve('operator', actionId, { outcome, evidence: `The journal has ${changes.length} changes` });
  }
  for (const one of unknown.filter(({ fate }) => fate === 'lost')) await askAgain(one);
}

/** A change that did not arrive is staged again. Its requester asks for approval again, and it is granted again. */
async function askAgain(one: Asked): Promise<void> {
  // Without a key of its own, the same request in the same run would be answered with the first Task.
  const own = { queue: one.queue, key: newKey() };
  const again = answered(await requestApproval(one.run, one.actionId, own), requested).result;
  expect(again.id).not.toBe(one.taskId);
  await until('the opening of the second Task', async () =>
    (await inbox(one.by)).find(({ id, state }) => id === again.id && state === 'open'),
  );
  await decideOn(one.by, { taskId: again.id }, 'grant');
}

/** Waits until the operator sees no Action that waits, and the requesters see none either. */
async function untilEnded(asked: readonly Asked[]): Promise<void> {
  await until('the end of all Actions', async () => ((await actionsOf('operator')).length === 0 ? true : undefined));
  for (const requester of new Set(asked.map((one) => one.requester))) expect(await actionsOf(requester)).toEqual([]);
}

const ends = {
  granted: 'committed',
  arrived: 'committed',
  lost: 'committed',
  denied: 'denied',
  withdrawn: 'cancelled',
  moved: 'voided',
} as const satisfies Record<Case['fate'], string>;

/** Compares the state of each Action, and the changes that the system of record applied, with the plan. */
async function expectEnds(all: readonly Asked[]): Promise<void> {
  const rows = await actionsOf('operator', `?state=${[...new Set(Object.values(ends))].join(',')}`);
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  const applied = await inBatches(all, atOnce, async ({ actionId }) => (await journalOfRef(actionId)).changes.length);
  const differing = all.flatMap(({ actionId, fate }, i) => {
    const [state, expected] = [states.get(actionId), ends[fate]];
    const changes = expected === 'committed' ? 1 : 0;
    return state === expected && applied[i] === changes ? [] : [{ fate, state, applied: applied[i] }];
  });
  expect(differing).toEqual([]);
  const sum = (fate: Case['fate']): number => all.filter((one) => one.fate === fate).length;
  const told = (Object.keys(ends) as Case['fate'][]).map((fate) => `${sum(fate)} ${fate}`);
  process.stdout.write(`  ${all.length} Actions: ${told.join(', ')}\n`);
}

const message = z.object({ id: z.string(), event: z.string(), queue: z.literal(queues[2]), taskId: z.string() });

/** The desk that the tenant's file subscribes to a queue was told about each Task of this queue, and about no other. */
async function expectTold(ofDesk: readonly Asked[]): Promise<void> {
  const expected = ofDesk.flatMap(({ taskId, fate }) => [
    `${taskId} task.requested`,
    `${taskId} task.open`,
    `${taskId} task.${taskEnds[fate]}`,
  ]);
  const told = async (): Promise<readonly string[]> => {
    const some = (await desk.received()).map(({ Body }) => message.parse(JSON.parse(Body)));
    // Messages may come twice: each id counts once.
    const once = [...new Map(some.map((one) => [one.id, one])).values()];
    return once.filter(({ event }) => event.startsWith('task.')).map(({ event, taskId }) => `${taskId} ${event}`);
  };
  await until('the notifications', async () => ((await told()).length >= expected.length ? true : undefined));
  expect((await told()).toSorted()).toEqual(expected.toSorted());
}

const taskEnds = {
  granted: 'granted',
  arrived: 'granted',
  lost: 'granted',
  moved: 'granted',
  denied: 'denied',
  withdrawn: 'withdrawn',
} as const satisfies Record<Case['fate'], string>;

/** Runs a step and prints its duration. */
async function timed<T>(what: string, step: () => Promise<T>): Promise<T> {
  const since = performance.now();
  const made = await step();
  process.stdout.write(`  ${what}: ${((performance.now() - since) / 1000).toFixed(1)} s\n`);
  return made;
}
