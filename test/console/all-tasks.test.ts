import { describe, expect, it } from 'vitest';
import type { TaskList, TaskRow } from '../../console/api/answers.ts';
import { allTasks } from '../../console/inbox/all-tasks.ts';

/** Returns an API that lists `count` Tasks in pages, and records each cursor that it gets. */
function apiWith(count: number): {
  readonly api: Parameters<typeof allTasks>[0];
  readonly cursors: (string | undefined)[];
} {
  const cursors: (string | undefined)[] = [];
  const get = async (_: string, { query = {} }: { query?: Readonly<Record<string, string | undefined>> } = {}) => {
    cursors.push(query['cursor']);
    const [from, limit] = [Number(query['cursor'] ?? 0), Number(query['limit'])];
    const tasks = Array.from({ length: Math.min(limit, count - from) }, (_, i) => ({ id: `t-${from + i}` }) as TaskRow);
    const next = from + tasks.length;
    return { tasks, ...(next < count ? { cursor: String(next) } : {}) } satisfies TaskList;
  };
  return { api: { get: get as never }, cursors };
}

describe('The Tasks of the inbox', () => {
  it('If the list has several pages, the inbox has the Tasks of all pages once', async () => {
    const { api, cursors } = apiWith(250);
    const { tasks, isCut } = await allTasks(api, new AbortController().signal);
    expect([new Set(tasks.map(({ id }) => id)).size, tasks.length, isCut]).toEqual([250, 250, false]);
    expect(cursors).toEqual([undefined, '100', '200']);
  });

  it('If there are more than 1,000 Tasks, the inbox has the first 1,000 and knows that there are more', async () => {
    const { api } = apiWith(1001);
    const { tasks, isCut } = await allTasks(api, new AbortController().signal);
    expect([tasks.length, isCut]).toEqual([1000, true]);
  });

  it('If there are exactly 1,000 Tasks, nothing is cut', async () => {
    const { api } = apiWith(1000);
    expect((await allTasks(api, new AbortController().signal)).isCut).toBe(false);
  });
});
