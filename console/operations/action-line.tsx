import type { JSX } from 'preact';
import type { ActionRow } from '../api/answers.ts';
import { Commands } from '../parts/commands.tsx';
import { useEverywhere } from '../parts/context.ts';
import { Foreign } from '../parts/value.tsx';

/** One Action of the list, with its id to copy. */
export function ActionLine({ action }: { readonly action: ActionRow }): JSX.Element {
  const { me, stage, locale } = useEverywhere();
  const { words, span } = locale;
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
        <Commands
          of={[
            id,
            ...commandsFor(action, stage === 'local' ? `--as ${me.name}` : `--outputs outputs.json --stage ${stage}`),
          ]}
        />
      </div>
    </li>
  );
}

/** Returns the commands that an operator may need for an Action. `place` names the deployment. */
function commandsFor({ id, state }: ActionRow, place: string): readonly string[] {
  const show = `npx logic-plane actions show ${id} ${place}`;
  if (state !== 'outcome_unknown') return [show];
  const report = (outcome: string): string => `npx logic-plane actions resolve ${id} ${outcome} --evidence "" ${place}`;
  return [show, report('arrived'), report('not-arrived')];
}
