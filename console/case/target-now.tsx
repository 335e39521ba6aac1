import type { JSX } from 'preact';
import { Refused } from '../api/problem.ts';
import type { TargetNow } from '../api/answers.ts';
import { useEverywhere } from '../parts/context.ts';
import type { ReadSoFar } from '../parts/reading.ts';

/** Returns true if the target has changed since the Task was requested. A target that cannot be read is not known to have changed. */
export const hasChanged = ({ value }: ReadSoFar<TargetNow>): boolean => value?.changed === true;

/** Says whether the target is still as the case shows it. */
export function TargetNote({ target }: { readonly target: ReadSoFar<TargetNow> }): JSX.Element | null {
  const { words } = useEverywhere().locale;
  const { value, error } = target;
  if (value === undefined && error === undefined) return <p class="quiet">{words.loading}</p>;
  // The Task is about a result of an agent, so it has no target.
  if (error instanceof Refused && error.refusal.code === 'subject.unfit') return null;
  if (value?.changed === true)
    return (
      <p class="changed" role="alert">
        <strong>{words.task.changedTitle}.</strong> {words.task.changed}
      </p>
    );
  return <p class="quiet">{error === undefined ? words.task.same : words.task.unread}</p>;
}
