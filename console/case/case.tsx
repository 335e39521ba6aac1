import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Refused } from '../api/problem.ts';
import type { TargetNow, TaskCase } from '../api/answers.ts';
import { useEverywhere } from '../parts/context.ts';
import { useKeys } from '../parts/keys.ts';
import { fragmentOf, goTo } from '../parts/place.ts';
import { ProblemNote } from '../parts/problem.tsx';
import { useReading } from '../parts/reading.ts';
import { useAtDeadline } from './deadline.ts';
import { useTitle } from '../parts/title.ts';
import { DecisionDialog, type GrantOrDeny, type DecisionOutcome } from './decision-dialog.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { TargetNote, hasChanged } from './target-now.tsx';
import { Rationale } from './rationale.tsx';
import { Printed } from './printed.tsx';
import { ProposedChange } from './proposed-change.tsx';

/** A change of state by somebody else appears after at most so many milliseconds. */
const everyMillis = 15_000;

/** The view of one Task: what will be done, why, on which evidence, and the decision. */
export function Case({ id }: { readonly id: string }): JSX.Element {
  const { api, locale } = useEverywhere();
  const { words } = locale;
  const path = `tasks/${encodeURIComponent(id)}`;
  const read = useReading(id, (signal) => api.get<TaskCase>(path, { signal }), everyMillis);
  useTitle(read.value?.task.title ?? words.pages.inbox);
  if (isMissing(read.error))
    return (
      <>
        <Back />
        <p class="empty">{words.task.missing}</p>
      </>
    );
  return (
    <>
      <Back />
      <ProblemNote error={read.error} again={read.again} />
      {read.value === undefined ? (
        read.error === undefined && <p class="quiet">{words.loading}</p>
      ) : (
        <Read shown={read.value} again={read.again} />
      )}
    </>
  );
}

const isMissing = (error: unknown): boolean => error instanceof Refused && error.refusal.status === 404;

function Back(): JSX.Element {
  const { words } = useEverywhere().locale;
  return (
    <p class="back">
      <a href={fragmentOf('inbox')}>← {words.pages.inbox}</a>
    </p>
  );
}

function Read({ shown, again }: { readonly shown: TaskCase; readonly again: () => void }): JSX.Element {
  const { api, locale } = useEverywhere();
  const { words } = locale;
  const path = `tasks/${encodeURIComponent(shown.task.id)}/target`;
  const target = useReading(path, (signal) => api.get<TargetNow>(path, { signal }));
  const [deciding, setDeciding] = useState<GrantOrDeny>();
  const [said, setSaid] = useState<DecisionOutcome>();
  const open = shown.task.state === 'open';
  useAtDeadline(shown.task, again);
  const decide = (decision: GrantOrDeny) => (): void => {
    if (!open || (decision === 'grant' && hasChanged(target))) return;
    target.again();
    setDeciding(decision);
  };
  useKeys({ g: decide('grant'), d: decide('deny'), i: () => goTo('inbox') });
  return (
    <article class="case">
      <ProposedChange shown={shown} />
      <Rationale text={shown.rationale} />
      <EvidenceList shown={shown} />
      <Printed shown={shown} />
      <div class="decide" role="group" aria-label={words.task.decide}>
        <p role="status">
          {said?.text} {said?.known !== true && words.task.closed[shown.task.state]}
        </p>
        {open && (
          <>
            <TargetNote target={target} />
            <button
              type="button"
              class="main"
              aria-keyshortcuts="g"
              disabled={hasChanged(target)}
              onClick={decide('grant')}
            >
              {words.task.grant} <kbd>g</kbd>
            </button>
            <button type="button" class="deny" aria-keyshortcuts="d" onClick={decide('deny')}>
              {words.task.deny} <kbd>d</kbd>
            </button>
          </>
        )}
      </div>
      {deciding && (
        <DecisionDialog
          decision={deciding}
          shown={shown}
          blocked={deciding === 'grant' && hasChanged(target)}
          close={(outcome) => {
            setDeciding(undefined);
            if (outcome === undefined) return;
            setSaid(outcome);
            again();
          }}
        />
      )}
    </article>
  );
}
