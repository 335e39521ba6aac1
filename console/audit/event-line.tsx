import type { JSX } from 'preact';
import type { ShownEvent } from '../api/answers.ts';
import { Commands } from '../parts/commands.tsx';
import { useEverywhere } from '../parts/context.ts';
import { searchFragment } from '../parts/place.ts';
import { Foreign, Value } from '../parts/value.tsx';
import { PolicyThen } from './policy-text.tsx';

/** One event of the log. Its details open below it. */
export function EventLine({
  event,
  sealedUntil,
}: {
  readonly event: ShownEvent;
  /** Events before this instant have a signed checkpoint. Null if there is none yet. */
  readonly sealedUntil: string | null;
}): JSX.Element {
  const { locale } = useEverywhere();
  const { words, dateTime } = locale;
  const { at, kind, outcome, code, actor, subject, tool, from, to, policies = [], policyHashes = [] } = event;
  return (
    <li>
      <details>
        <summary>
          <time dateTime={at}>{dateTime(at)}</time> <Foreign>{actor?.name ?? ''}</Foreign>{' '}
          <strong>
            <Foreign>{tool ?? event.decisionKind ?? subject ?? kind}</Foreign>
          </strong>{' '}
          {outcome !== undefined && <span class={`outcome ${outcome}`}>{outcome}</span>}
          {to !== undefined && <span>{from === undefined ? to : `${from} → ${to}`}</span>}{' '}
          {code !== undefined && <code>{code}</code>}
        </summary>
        <Value of={event} />
        {policyHashes.map((hash, i) => (
          <PolicyThen key={hash} name={policies[i] ?? hash} hash={hash} />
        ))}
        <Related by="action" value={event.actionId} />
        <Related by="run" value={event.runId} />
        <p class="quiet">
          {sealedUntil !== null && at < sealedUntil ? words.audit.isSealed : words.audit.notSealed} {words.audit.prove}
        </p>
        <Commands of={[`npx logic-plane audit prove ${event.eventId}`]} />
      </details>
    </li>
  );
}

/** A link to everything that happened to the same Action, or in the same run. */
function Related({
  by,
  value,
}: {
  readonly by: 'action' | 'run';
  readonly value: string | undefined;
}): JSX.Element | null {
  const { words } = useEverywhere().locale;
  if (value === undefined) return null;
  return (
    <p>
      <a href={searchFragment('audit', { [by]: value })}>
        {words.audit.story[by]} <Foreign>{value}</Foreign>
      </a>
    </p>
  );
}
