import type { JSX } from 'preact';
import type { TaskCase } from '../api/answers.ts';
import { useEverywhere } from '../parts/context.ts';
import { TimeLeft } from '../parts/time-left.tsx';
import { Foreign, Value, shownValue } from '../parts/value.tsx';

/** The effect of a grant: old and new values, system and target, who asked, and until when one can decide. */
export function ProposedChange({ shown }: { readonly shown: TaskCase }): JSX.Element {
  const { words } = useEverywhere().locale;
  const { task, changes = [], decision } = shown;
  return (
    <section aria-labelledby="what">
      <h1 id="what">{decision ? words.task.asked : words.task.what}</h1>
      <p class="title">
        <Foreign>{task.title}</Foreign>
      </p>
      {changes.length > 0 && <Changes changes={changes} />}
      {decision && (
        <>
          <p>
            <Foreign>{decision.tool}</Foreign> <Foreign>{words.task.version(decision.version)}</Foreign>
          </p>
          <Value of={decision.result} />
        </>
      )}
      <Facts shown={shown} />
    </section>
  );
}

function Changes({ changes }: { readonly changes: NonNullable<TaskCase['changes']> }): JSX.Element {
  const { locale } = useEverywhere();
  const { words } = locale;
  return (
    <table class="changes">
      <thead>
        <tr>
          <td />
          <th scope="col">{words.task.from}</th>
          <th scope="col">{words.task.to}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ label, from, to }) => (
          <tr key={label}>
            <th scope="row">
              <Foreign>{label}</Foreign>
            </th>
            <td class="from">
              <Foreign>{shownValue(locale, from)}</Foreign>
            </td>
            <td class={JSON.stringify(from) === JSON.stringify(to) ? 'same' : 'to'}>
              <Foreign>{shownValue(locale, to)}</Foreign>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Facts({ shown: { task, action } }: { readonly shown: TaskCase }): JSX.Element {
  const { words } = useEverywhere().locale;
  const requester = action?.requester ?? task.requestedBy;
  return (
    <dl class="facts">
      {action && (
        <>
          <Fact term={words.task.system} text={action.target.sor} />
          <Fact term={words.task.target} text={`${action.target.resource} ${action.target.ref}`} />
        </>
      )}
      <Fact term={words.task.requester} text={requester.name} />
      {action?.owner !== undefined && <Fact term={words.task.owner} text={action.owner} />}
      <Fact term={words.task.purpose} text={task.purpose} />
      <Fact term={words.task.markings} text={task.markings.join(', ') || words.task.none} />
      <div>
        <dt>{words.task.deadline}</dt>
        <dd>
          <TimeLeft task={task} />
        </dd>
      </div>
      <Fact term={words.inbox.queue} text={`${task.queue} · ${words.task.quorum(task.grants, task.quorum)}`} />
      {action && <Fact term={words.task.undo} text={words.task.undoable} />}
    </dl>
  );
}

const Fact = ({ term, text }: { readonly term: string; readonly text: string }): JSX.Element => (
  <div>
    <dt>{term}</dt>
    <dd>
      <Foreign>{text}</Foreign>
    </dd>
  </div>
);
