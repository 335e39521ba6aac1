import { describe, expect, it } from 'vitest';
import { notificationOf } from '../../../action-plane/notifications.ts';
import type { Decision } from '../../../contract/rows/task.ts';
import { sentenceOf } from '../../../lambdas/audit/story/sentence.ts';
import { human, start, type PlaneWorld } from '../../support/plane.ts';
import { play } from '../../support/plane-run.ts';

const warnAt = new Date(start + 2400_000).toISOString();
const world = { task: { warnAt } };

const warnings = (plane: PlaneWorld) =>
  plane.events().filter((event) => event.kind === 'transition' && event.reason === 'task.warned');

describe('The warning before the deadline of a Task', () => {
  it('A Task that is still open at its warning time is warned about once, stays open with its digest and deadline, and expires at its deadline', async () => {
    const { plane, quiet } = await play({ world });
    const [warning, ...others] = warnings(plane);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ from: 'open', to: 'open', taskFrom: 'open', taskTo: 'open' });
    expect([warning?.at, quiet]).toEqual([warnAt, true]);
    expect(await plane.task()).toMatchObject({ state: 'expired', reason: 'task.due', warnedAt: warnAt });
  });

  it('A Task that was warned about can be granted until its deadline, and its change is sent once', async () => {
    const votes = [{ atSeconds: 3000, by: human('approver-1'), decision: 'grant' as const }];
    const { plane, sor } = await play({ world, votes });
    expect([warnings(plane).length, (await plane.action()).state, sor.applied.length]).toEqual([1, 'committed', 1]);
  });

  it('A Task that is decided before its warning time is not warned about', async () => {
    const votes = [{ atSeconds: 2399, by: human('approver-1'), decision: 'deny' as const }];
    const { plane } = await play({ world, votes });
    expect([warnings(plane).length, (await plane.task()).state]).toEqual([0, 'denied']);
  });

  it('If a function crashes before or after any of its calls, the Task is still warned about once, and its grant afterwards still counts', async () => {
    const votes = [{ atSeconds: 3000, by: human('approver-1'), decision: 'grant' as const }];
    for (let call = 0; call < 50; call++) {
      for (const when of ['before', 'after'] as const) {
        const { plane } = await play({ world, votes, crashes: [{ call, when }] });
        expect([call, when, warnings(plane).length]).toEqual([call, when, 1]);
        expect([call, when, (await plane.task()).state]).toEqual([call, when, 'granted']);
      }
    }
  });

  it('A Task that opens after its warning time is warned about within a second', async () => {
    const { plane } = await play({ world: { task: { warnAt: new Date(start - 1000).toISOString() } } });
    expect(warnings(plane).map(({ at }) => Date.parse(at) - start <= 1000)).toEqual([true]);
  });

  it('The story of the Action says that the Task was still open when its warning time came', async () => {
    const { plane } = await play({ world });
    const records = { action: await plane.action(), decisions: new Map<string, Decision>() };
    expect(warnings(plane).map((event) => sentenceOf(event, records))).toEqual([
      'The Task was still open when its warning time came.',
    ]);
  });

  it('Subscribers are told about a warning as `task.warned`', async () => {
    const { plane } = await play({ world });
    const [event] = warnings(plane);
    if (event === undefined) throw new Error('there is no warning');
    const change = { of: 'task', id: plane.taskId, from: 'open', to: 'open' } as const;
    const rows = { action: await plane.action(), task: await plane.task() };
    expect(notificationOf(event, change, rows)).toMatchObject({ event: 'task.warned', queue: 'queue.claims' });
  });
});
