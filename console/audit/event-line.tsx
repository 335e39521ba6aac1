import type { JSX } from 'preact';
import type { ShownEvent } from '../api/answers.ts';
import { Commands } from '../parts/commands.tsx';
import { useEverywhere } from '../parts/context.ts';
import { fragmentOf } from '../parts/place.ts';
import { Foreign, Value } from '../parts/value.tsx';

/** One event of the log. Its details open below it. */
export function EventLine({ event }: { readonly event: ShownEvent }): JSX.Element {
  const { locale } = useEverywhere();
  const { words, dateTime } = locale;
  const { at, kind, outcome, code, actor, subject, tool } = event;
  return (
    <li>
      <details>
        <summary>
          <time dateTime={at}>{dateTime(at)}</time> <Foreign>{actor?.name ?? ''}</Foreign>{' '}
          <strong>
            <Foreign>{tool ?? subject ?? kind}</Foreign>
          </strong>{' '}
          <span class={`outcome ${outcome}`}>{outcome}</span> {code !== undefined && <code>{code}</code>}
        </summary>
        <Value of={event} />
        {typeof event.actionId === 'string' && (
          <p>
            <a href={`${fragmentOf('audit')}?action=${encodeURIComponent(event.actionId)}`}>
              {words.audit.selectors.action} <Foreign>{event.actionId}</Foreign>
            </a>
          </p>
        )}
        <p class="quiet">{words.audit.prove}</p>
        <Commands of={[`npx logic-plane audit prove ${event.eventId}`]} />
      </details>
    </li>
  );
}
