import type { ShownChange, TaskRow } from '../api/answers.ts';

/** Returns the Tasks by time left. Of two Tasks with the same deadline, the older one is first. */
export const byTimeLeft = (tasks: readonly TaskRow[]): readonly TaskRow[] =>
  [...tasks].sort(
    (a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt) || Date.parse(a.requestedAt) - Date.parse(b.requestedAt),
  );

export interface Filter {
  /** Empty for every queue. */
  readonly queue: string;
  readonly search: string;
}

/** Returns the Tasks of the queue in which every word of the search occurs, whatever its case. */
export function matching(tasks: readonly TaskRow[], { queue, search }: Filter): readonly TaskRow[] {
  const words = folded(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  return tasks.filter((task) => {
    const text = folded(textOf(task));
    return (queue === '' || task.queue === queue) && words.every((word) => text.includes(word));
  });
}

/** Upper and lower case are one, also the dotted and dotless i of Turkish. */
const folded = (text: string): string => text.toLocaleUpperCase('en').replaceAll('İ', 'I').replaceAll('ı', 'I');

const textOf = ({ id, title, target, requester, owner, purpose, changes = [] }: TaskRow): string =>
  [
    id,
    title,
    target?.ref,
    target?.resource,
    requester?.name,
    owner,
    purpose,
    ...changes.map(({ label }: ShownChange) => label),
  ]
    .filter((part) => part !== undefined)
    .join(' ');
