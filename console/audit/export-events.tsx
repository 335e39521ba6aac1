import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EventPage, ShownEvent } from '../api/answers.ts';
import type { ApiClient } from '../api/client.ts';
import { useEverywhere } from '../parts/context.ts';
import { ProblemNote } from '../parts/problem.tsx';

/** The largest page of the API, and the most pages of one file: the browser holds the file in memory. */
const pageEvents = 200;
const mostPages = 50;

export interface AskedEvents {
  readonly by: string;
  readonly value: string;
}

/** Downloads every event that a search finds, as NDJSON: one event in a line, as the API answers it. */
export function ExportEvents({ asked }: { readonly asked: AskedEvents }): JSX.Element {
  const { api, locale } = useEverywhere();
  const { words } = locale;
  const [said, setSaid] = useState('');
  const [error, setError] = useState<unknown>();
  const download = async (): Promise<void> => {
    setError(undefined);
    setSaid(words.loading);
    try {
      const { events, isCut } = await everyEvent(api, asked);
      offerFile(`audit-${asked.by}-${asked.value}.ndjson`, events);
      setSaid(isCut ? words.audit.exportCut(events.length) : words.audit.exported(events.length));
    } catch (failed) {
      setSaid('');
      setError(failed);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void download()}>
        {words.audit.export}
      </button>{' '}
      <span role="status">{said}</span>
      <ProblemNote error={error} />
    </>
  );
}

async function everyEvent(
  api: Pick<ApiClient, 'get'>,
  { by, value }: AskedEvents,
): Promise<{ readonly events: readonly ShownEvent[]; readonly isCut: boolean }> {
  const events: ShownEvent[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    const page: EventPage = await api.get('audit/events', {
      query: { [by]: value, cursor, limit: String(pageEvents) },
    });
    events.push(...page.events);
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  return { events, isCut: cursor !== undefined };
}

function offerFile(name: string, events: readonly ShownEvent[]): void {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`);
  const address = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replaceAll(/[^\w.-]/gu, '_');
  link.click();
  URL.revokeObjectURL(address);
}
