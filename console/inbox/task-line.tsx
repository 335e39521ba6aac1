import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import type { ShownChange, TaskRow } from '../api/answers.ts';
import type { Locale } from '../words/locale.ts';
import { useEverywhere } from '../parts/context.ts';
import { fragmentOf } from '../parts/place.ts';
import { TimeLeft } from '../parts/time-left.tsx';
import { Foreign, shownValue } from '../parts/value.tsx';

const isDifferent = ({ from, to }: ShownChange): boolean => JSON.stringify(from) !== JSON.stringify(to);

/** A row shows so many characters of each value. The case shows all of them. */
const mostCharacters = 60;

function changeIn(locale: Locale, { from, to, omitted }: ShownChange): string {
  const { words } = locale;
  if (omitted) return words.inbox.long;
  const [before = '', after = ''] = [from, to].map((value) => {
    const text = shownValue(locale, value);
    return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
  });
  return words.inbox.fromTo(before, after);
}

/** One Task of the list, as a link to its case. */
export const TaskLine = memo(function TaskLine({
  task,
  selected,
}: {
  readonly task: TaskRow;
  readonly selected: boolean;
}): JSX.Element {
  const { locale } = useEverywhere();
  const { words } = locale;
  const { target, requester, owner } = task;
  const changes = (task.changes ?? []).filter(isDifferent);
  return (
    <li>
      <a id={`task-${task.id}`} class={`task${selected ? ' selected' : ''}`} href={fragmentOf('task', task.id)}>
        <span class="title">
          <Foreign>{task.title ?? task.actionId ?? task.subject ?? task.id}</Foreign>
          {target && (
            <span class="quiet">
              {' '}
              <Foreign>{`${target.resource} ${target.ref}`}</Foreign>
            </span>
          )}
        </span>
        <TimeLeft task={task} />
        <span class="changes">
          {task.readable
            ? changes.map((change) => (
                <span key={change.label}>
                  <Foreign>{change.label}</Foreign>: <Foreign>{changeIn(locale, change)}</Foreign>
                </span>
              ))
            : words.inbox.locked}
        </span>
        <span class="quiet">
          <Foreign>{task.queue}</Foreign>
          {requester && <Foreign> · {words.inbox.requestedBy(requester.name)}</Foreign>}
          {owner !== undefined && <Foreign> · {words.inbox.forOwner(owner)}</Foreign>}
        </span>
      </a>
    </li>
  );
});
