import * as z from 'zod';
import { spanText } from '../terminal/span-text.ts';
import { alignedTable, type TableRow } from '../terminal/table.ts';
import { visible } from '../terminal/visible.ts';

const change = z.looseObject({
  label: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  omitted: z.boolean().optional(),
});

/** A row of `GET /v1/tasks`, as far as the terminal shows it. */
export const listedTask = z.looseObject({
  id: z.string(),
  state: z.string(),
  queue: z.string(),
  dueAt: z.string(),
  digest: z.string(),
  readable: z.boolean(),
  title: z.string().optional(),
  target: z.looseObject({ ref: z.string() }).optional(),
  requester: z.looseObject({ name: z.string() }).optional(),
  changes: z.array(change).optional(),
});
export type ListedTask = z.infer<typeof listedTask>;

/** Returns the Tasks as a table, with their changes below each row. */
export const taskListText = (tasks: readonly ListedTask[], nowMillis: number): string =>
  alignedTable(
    ['due in', 'state', 'queue', 'title', 'target', 'requester', 'task'],
    tasks.map((task) => rowOf(task, nowMillis)),
  );

const rowOf = (task: ListedTask, nowMillis: number): TableRow => ({
  cells: [
    spanText((Date.parse(task.dueAt) - nowMillis) / 1000),
    task.state,
    task.queue,
    task.readable ? (task.title ?? '') : '(not cleared)',
    task.target?.ref ?? '-',
    task.requester?.name ?? '-',
    task.id,
  ],
  below: (task.changes ?? []).map(changeText),
});

/** Returns a changed value as one line. */
export const changeText = ({ label, from, to, omitted }: z.infer<typeof change>): string =>
  omitted === true ? `${label}: too long for a list` : `${label}: ${visible(from)} -> ${visible(to)}`;
