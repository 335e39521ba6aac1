import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useEverywhere } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useKeys } from '../parts/keys.ts';
import { goTo, searchFragment } from '../parts/place.ts';
import { ProblemNote } from '../parts/problem.tsx';
import { useReading } from '../parts/reading.ts';
import { useTitle } from '../parts/title.ts';
import { allTasks, mostTasks } from './all-tasks.ts';
import { TaskLine } from './task-line.tsx';
import { byTimeLeft, matching, type Filter } from './tasks.ts';

/** New Tasks appear after at most so many milliseconds. */
const everyMillis = 10_000;

/** The view with everything that this person may decide, by time left. */
export function Inbox({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const { api, me, locale } = useEverywhere();
  const { words } = locale;
  const list = useReading('inbox', (signal) => allTasks(api, signal), everyMillis);
  const [filter, setFilter] = useFilter(query);
  const [help, setHelp] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const all = useMemo(() => byTimeLeft(list.value?.tasks ?? []), [list.value]);
  const shown = useMemo(() => matching(all, filter), [all, filter]);
  const cursor = useCursor(shown.map(({ id }) => id));
  useTitle(list.value === undefined ? words.inbox.title : `(${all.length}) ${words.inbox.title}`);
  useKeys({
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    Enter: cursor.open,
    '/': () => search.current?.focus(),
    '?': () => setHelp(true),
  });
  return (
    <>
      <h1>
        {words.inbox.title}{' '}
        <small aria-live="polite">{list.value && words.inbox.count(shown.length, all.length)}</small>
      </h1>
      <form class="filter" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          {words.inbox.queue}
          <select
            value={filter.queue}
            onChange={({ currentTarget }) => setFilter({ ...filter, queue: currentTarget.value })}
          >
            <option value="">{words.inbox.allQueues}</option>
            {me.queues.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label class="wide">
          {words.inbox.search}
          <input
            ref={search}
            type="search"
            placeholder={words.inbox.searchHint}
            value={filter.search}
            onInput={({ currentTarget }) => setFilter({ ...filter, search: currentTarget.value })}
          />
        </label>
        <button type="button" class="plain" onClick={() => setHelp(true)}>
          {words.inbox.keys} <kbd>?</kbd>
        </button>
      </form>
      <ProblemNote error={list.error} again={list.again} />
      {list.value === undefined && list.error === undefined && <p class="quiet">{words.loading}</p>}
      {list.value !== undefined && shown.length === 0 && (
        <p class="empty">{emptyWords(words.inbox, { queues: me.queues.length, tasks: all.length })}</p>
      )}
      {list.value?.isCut && <p role="status">{words.inbox.cut(mostTasks)}</p>}
      <ul class="tasks">
        {shown.map((task) => (
          <TaskLine key={task.id} task={task} selected={task.id === cursor.id} />
        ))}
      </ul>
      {help && <KeyHelp close={() => setHelp(false)} />}
    </>
  );
}

/** The filter is in the address, so that a person who comes back from a case, or reloads, finds it again. */
function useFilter(query: URLSearchParams): readonly [Filter, (filter: Filter) => void] {
  const [filter, setFilter] = useState<Filter>({
    queue: query.get('queue') ?? '',
    search: query.get('search') ?? '',
  });
  return [
    filter,
    (next) => {
      setFilter(next);
      history.replaceState(null, '', searchFragment('inbox', { ...next }));
    },
  ];
}

type InboxWords = ReturnType<typeof useEverywhere>['locale']['words']['inbox'];

function emptyWords(words: InboxWords, { queues, tasks }: { readonly queues: number; readonly tasks: number }): string {
  if (queues === 0) return words.noQueue;
  return tasks === 0 ? words.empty : words.noMatch;
}

/**
 * The Task that the keys act on. It stays the same Task when others come and go. `open` knows the last move at once, also
 * if the page has not been drawn again since.
 */
function useCursor(ids: readonly string[]): {
  readonly id: string | undefined;
  readonly move: (by: number) => void;
  readonly open: () => void;
} {
  const [id, setId] = useState<string>();
  const latest = useRef<string>(undefined);
  const at = (): number => (latest.current === undefined ? -1 : ids.indexOf(latest.current));
  useEffect(() => {
    if (id !== undefined) document.getElementById(`task-${id}`)?.focus();
  }, [id]);
  return {
    id: id !== undefined && ids.includes(id) ? id : undefined,
    move: (by) => {
      latest.current = ids[Math.min(Math.max(at() + by, 0), ids.length - 1)];
      setId(latest.current);
    },
    open: () => {
      if (latest.current !== undefined && at() !== -1) goTo('task', latest.current);
    },
  };
}

function KeyHelp({ close }: { readonly close: () => void }): JSX.Element {
  const { words } = useEverywhere().locale;
  const { slash, question, enter, ...letters } = words.inbox.keyHelp;
  const keys = { ...letters, Enter: enter, '/': slash, '?': question };
  return (
    <Dialog title={words.inbox.keys} onClose={close}>
      <dl class="keys">
        {Object.entries(keys).map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={close}>
        {words.close}
      </button>
    </Dialog>
  );
}
