import type { JSX } from 'preact';
import { Refused, Unanswered } from '../api/problem.ts';
import { SignedOut } from '../sign-in/session.ts';
import { useLocale } from './context.ts';
import { Foreign } from './value.tsx';

/** Says what went wrong, and what the person can do next. A sign-in that has ended has its own dialog. */
export function ProblemNote({
  error,
  again,
}: {
  readonly error: unknown;
  readonly again?: () => void;
}): JSX.Element | null {
  const { words } = useLocale();
  if (error === undefined || error instanceof SignedOut) return null;
  return (
    <div class="problem" role="alert">
      <strong>{words.problem.title}</strong>
      <Why error={error} />
      {again && (
        <button type="button" onClick={again}>
          {words.retry}
        </button>
      )}
    </div>
  );
}

function Why({ error }: { readonly error: unknown }): JSX.Element {
  const { words } = useLocale();
  if (error instanceof Unanswered) return <p>{navigator.onLine ? words.problem.unanswered : words.problem.offline}</p>;
  if (!(error instanceof Refused)) return <p>{words.problem.unknown}</p>;
  const { code, detail, next, eventId } = error.refusal;
  return (
    <>
      <p>
        <Foreign>{detail}</Foreign> <code>{code}</code>
      </p>
      {next !== undefined && <p>{next}</p>}
      {eventId !== undefined && <p class="quiet">{words.problem.event(eventId)}</p>}
    </>
  );
}
