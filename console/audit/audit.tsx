import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EventPage } from '../api/answers.ts';
import { useEverywhere } from '../parts/context.ts';
import { Commands } from '../parts/commands.tsx';
import { searchFragment } from '../parts/place.ts';
import { ProblemNote } from '../parts/problem.tsx';
import { usePages } from '../parts/pages.ts';
import { useTitle } from '../parts/title.ts';
import { EventLine } from './event-line.tsx';
import { ExportEvents } from './export-events.tsx';

const selectors = ['action', 'run', 'caller', 'tool', 'day'] as const;
type Selector = (typeof selectors)[number];

interface Asked {
  readonly by: Selector;
  readonly value: string;
}

/** The view for auditors: events by Action, run, caller, tool or day, with their proof. */
export function Audit({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const { words } = useEverywhere().locale;
  const asked = askedIn(query);
  const [round, setRound] = useState(0);
  useTitle(words.audit.title);
  return (
    <>
      <h1>{words.audit.title}</h1>
      <Search
        asked={asked}
        search={({ by, value }) => {
          // The search is in the address, so back, forward and a reload find it again.
          const place = searchFragment('audit', { [by]: value });
          if (location.hash === place) setRound(round + 1);
          else location.hash = place;
        }}
      />
      {asked && <Events key={round} asked={asked} />}
      <section class="proof">
        <h2>{words.audit.verify}</h2>
        <p class="quiet">{words.audit.verifyNote}</p>
        <Commands of={['npx logic-plane audit export log', 'npx logic-plane audit verify log']} />
      </section>
    </>
  );
}

/** Returns the search that the address names, such as `#/audit?action=act-1`. */
function askedIn(query: URLSearchParams): Asked | undefined {
  const by = selectors.find((one) => query.has(one));
  return by && { by, value: query.get(by) ?? '' };
}

function Search({
  asked,
  search,
}: {
  readonly asked: Asked | undefined;
  readonly search: (asked: Asked) => void;
}): JSX.Element {
  const { words } = useEverywhere().locale;
  const [by, setBy] = useState<Selector>(asked?.by ?? 'day');
  const [value, setValue] = useState(asked?.value ?? new Date().toISOString().slice(0, 10));
  return (
    <form
      class="filter"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (value.trim() !== '') search({ by, value: value.trim() });
      }}
    >
      <label>
        {words.audit.by}
        <select
          value={by}
          onChange={({ currentTarget }) => {
            setBy(selectors.find((one) => one === currentTarget.value) ?? 'day');
            setValue('');
          }}
        >
          {selectors.map((one) => (
            <option key={one} value={one}>
              {words.audit.selectors[one]}
            </option>
          ))}
        </select>
      </label>
      <label class="wide">
        {words.audit.value}
        <input
          type="search"
          placeholder={words.audit.hints[by]}
          value={value}
          required
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
        />
      </label>
      <button type="submit" class="main">
        {words.audit.search}
      </button>
    </form>
  );
}

function Events({ asked: { by, value } }: { readonly asked: Asked }): JSX.Element {
  const { api, locale } = useEverywhere();
  const { words, dateTime } = locale;
  const { pages, error, reading, more, again } = usePages((cursor, signal) =>
    api.get<EventPage>('audit/events', { query: { [by]: value, cursor, limit: '50' }, signal }),
  );
  const events = pages.flatMap((page) => page.events);
  const first = pages[0];
  return (
    <section aria-busy={reading}>
      {first && (
        <p class="quiet" role="status">
          {first.indexedUntil === null ? words.audit.incomplete : words.audit.complete(dateTime(first.indexedUntil))}
          {' · '}
          {first.sealedUntil === null ? words.audit.unsealed : words.audit.sealed(dateTime(first.sealedUntil))}
        </p>
      )}
      <ProblemNote error={error} again={again} />
      {first && events.length === 0 && <p class="empty">{words.audit.empty}</p>}
      <ol class="events">
        {events.map((event) => (
          <EventLine key={event.eventId} event={event} sealedUntil={first?.sealedUntil ?? null} />
        ))}
      </ol>
      {events.length > 0 && <ExportEvents asked={{ by, value }} />}
      {reading && <p class="quiet">{words.loading}</p>}
      {more && !reading && (
        <button type="button" onClick={more}>
          {words.audit.more}
        </button>
      )}
    </section>
  );
}
