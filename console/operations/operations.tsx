import type { JSX } from 'preact';
import type { ActionList } from '../api/answers.ts';
import { useEverywhere } from '../parts/context.ts';
import { searchFragment } from '../parts/place.ts';
import { usePages } from '../parts/pages.ts';
import { ProblemNote } from '../parts/problem.tsx';
import { useTitle } from '../parts/title.ts';
import { ActionLine } from './action-line.tsx';

/** States that may need a person, the most urgent first. */
const shownStates = ['outcome_unknown', 'committing', 'approved', 'pending', 'staged', 'failed'] as const;
type OperatedState = (typeof shownStates)[number];

const stateOf = (name: string | null): OperatedState => shownStates.find((one) => one === name) ?? 'outcome_unknown';

/** The view for operators: Actions by state, the oldest first, each with what to do. */
export function Operations({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const { words } = useEverywhere().locale;
  const state = stateOf(query.get('state'));
  useTitle(words.operations.title);
  return (
    <>
      <h1>{words.operations.title}</h1>
      <form class="filter" onSubmit={(event) => event.preventDefault()}>
        <label>
          {words.operations.state}
          <select
            value={state}
            onChange={({ currentTarget }) => {
              location.hash = searchFragment('operations', { state: currentTarget.value });
            }}
          >
            {shownStates.map((one) => (
              <option key={one} value={one}>
                {words.operations.states[one]}
              </option>
            ))}
          </select>
        </label>
      </form>
      <p class="quiet">{words.operations.what[state]}</p>
      <Actions key={state} state={state} />
    </>
  );
}

function Actions({ state }: { readonly state: OperatedState }): JSX.Element {
  const { api, locale } = useEverywhere();
  const { words } = locale;
  const { pages, error, reading, more, again } = usePages((cursor, signal) =>
    api.get<ActionList>('actions', { query: { state, cursor }, signal }),
  );
  const actions = pages.flatMap((page) => page.actions);
  return (
    <section aria-busy={reading}>
      <ProblemNote error={error} again={again} />
      {pages.length > 0 && actions.length === 0 && <p class="empty">{words.operations.empty}</p>}
      <ul class="tasks">
        {actions.map((action) => (
          <ActionLine key={action.id} action={action} />
        ))}
      </ul>
      {reading && <p class="quiet">{words.loading}</p>}
      {more && !reading && (
        <button type="button" onClick={more}>
          {words.operations.more}
        </button>
      )}
    </section>
  );
}
