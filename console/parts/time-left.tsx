import type { JSX } from 'preact';
import { useLocale } from './context.ts';
import { useNow } from './now.ts';

/** How urgent a Task is. A Task is due soon in the last quarter of its time, or in its last hour. */
export type Urgency = 'overdue' | 'soon' | 'later';

export function urgencyOf(task: { readonly dueAt: string; readonly requestedAt: string }, now: number): Urgency {
  const due = Date.parse(task.dueAt);
  if (now >= due) return 'overdue';
  const soon = Math.max((due - Date.parse(task.requestedAt)) / 4, 3_600_000);
  return due - now <= soon ? 'soon' : 'later';
}

/** Shows how much time is left, in words and in colour. */
export function TimeLeft({
  task,
}: {
  readonly task: { readonly dueAt: string; readonly requestedAt: string };
}): JSX.Element {
  const { words, span, dateTime } = useLocale();
  const now = useNow(15_000);
  const left = Date.parse(task.dueAt) - now;
  const urgency = urgencyOf(task, now);
  const label = { overdue: words.time.overdue, soon: words.time.soon, later: words.time.due }[urgency];
  return (
    <time class={`time-left ${urgency}`} dateTime={task.dueAt} title={dateTime(task.dueAt)}>
      <span class="mark">{label}</span> {left > 0 ? words.time.left(span(left)) : words.time.over(span(left))}
    </time>
  );
}
