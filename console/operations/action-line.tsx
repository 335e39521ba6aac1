import type { JSX } from 'preact';
import type { ActionRow } from '../api/answers.ts';
import { Commands } from '../parts/commands.tsx';
import { useEverywhere } from '../parts/context.ts';
import { Foreign } from '../parts/value.tsx';

/** One Action of the list, with its id to copy. */
export function ActionLine({ action }: { readonly action: ActionRow }): JSX.Element {
  const { words, span } = useEverywhere().locale;
  const { id, title, target, requester, owner, reason, ageSeconds, readable } = action;
  return (
    <li class="task">
      <span class="title">
        <Foreign>{title ?? id}</Foreign>
        {target && (
          <span class="quiet">
            {' '}
            <Foreign>{`${target.resource} ${target.ref}`}</Foreign>
          </span>
        )}
      </span>
      <span class="quiet">
        {words.time.age} {span(ageSeconds * 1000)}
      </span>
      <span class="changes">{readable ? <Foreign>{reason ?? ''}</Foreign> : words.operations.locked}</span>
      <div>
        <span class="quiet">
          {requester && <Foreign>{words.inbox.requestedBy(requester.name)}</Foreign>}
          {owner !== undefined && <Foreign> · {words.inbox.forOwner(owner)}</Foreign>}
        </span>
        <Commands of={[id]} />
      </div>
    </li>
  );
}
