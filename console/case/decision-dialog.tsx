import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Decided, TaskCase } from '../api/answers.ts';
import { Unanswered } from '../api/problem.ts';
import { useEverywhere } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemNote } from '../parts/problem.tsx';
import { draftOf, keepDraft } from '../sign-in/kept.ts';
import type { Words } from '../words/en.ts';

export type GrantOrDeny = 'grant' | 'deny';

/** The text that the page shows after a decision was sent. `known` is false if the answer was lost. */
export interface DecisionOutcome {
  readonly text: string;
  readonly known: boolean;
}

/** Asks for the reason, shows what the decision is bound to, and sends the decision once. */
export function DecisionDialog({
  decision,
  shown: { task },
  blocked,
  close,
}: {
  readonly decision: GrantOrDeny;
  readonly shown: TaskCase;
  /** The target has changed, so a grant cannot be sent. */
  readonly blocked: boolean;
  /** Closes the dialog. `outcome` says what happened; without it, nothing was sent. */
  readonly close: (outcome?: DecisionOutcome) => void;
}): JSX.Element {
  const { api, me, locale } = useEverywhere();
  const { words } = locale;
  const field = `reason-${task.id}`;
  const [reason, setReason] = useState(draftOf(field));
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const missing = decision === 'deny' && reason.trim() === '';
  const closed = task.state !== 'open';
  const cannotSend = missing || blocked || closed;

  const write = (text: string): void => {
    setReason(text);
    keepDraft(field, text);
  };
  const offered = decision === 'deny' ? (me.queues.find(({ id }) => id === task.queue)?.denialReasons ?? []) : [];

  const send = async (): Promise<void> => {
    if (sending || cannotSend) return;
    setSending(true);
    setError(undefined);
    const body = { decision, digest: task.digest, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) };
    try {
      const decided = await api.post<Decided>(`tasks/${encodeURIComponent(task.id)}/decision`, body);
      keepDraft(field, '');
      close({ text: outcomeOf(words, decision, decided), known: true });
    } catch (failed) {
      setSending(false);
      if (failed instanceof Unanswered) close({ text: words.task.unknownAnswer, known: false });
      else setError(failed);
    }
  };

  return (
    <Dialog title={words.task[decision]} onClose={() => !sending && close()}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <label>
          {words.task.reason}
          <textarea
            rows={3}
            maxLength={2000}
            required={decision === 'deny'}
            value={reason}
            onInput={({ currentTarget }) => write(currentTarget.value)}
          />
        </label>
        <QuickReasons reasons={offered} choose={(chosen) => write([reason.trim(), chosen].join('\n').trim())} />
        <p class="quiet">{decision === 'deny' ? words.task.reasonDeny : words.task.reasonGrant}</p>
        <p class="quiet">
          {words.task.digest}: <code>{task.digest.slice(0, 16)}…</code>. {words.task.digestNote}
        </p>
        {closed && !sending && (
          <p class="changed" role="alert">
            {words.task.closed[task.state]}
          </p>
        )}
        {blocked && (
          <p class="changed" role="alert">
            {words.task.changedTitle}. {words.task.changed}
          </p>
        )}
        <ProblemNote error={error} />
        <div class="buttons">
          <button type="submit" class={decision === 'deny' ? 'deny' : 'main'} disabled={sending || cannotSend}>
            {sending ? words.task.sending : words.task[decision]}
          </button>
          <button type="button" disabled={sending} onClick={() => close()}>
            {words.back}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function outcomeOf(words: Words, decision: GrantOrDeny, { task }: Decided): string {
  if (decision === 'deny') return words.task.denied;
  return task.state === 'granted' ? words.task.granted : words.task.grantedMore(Math.max(task.quorum - task.grants, 1));
}

/** The reasons that the tenant offers for a denial. A chosen one comes after what the person has written. */
function QuickReasons({
  reasons,
  choose,
}: {
  readonly reasons: readonly string[];
  readonly choose: (reason: string) => void;
}): JSX.Element | null {
  const { words } = useEverywhere().locale;
  if (reasons.length === 0) return null;
  return (
    <div class="quick" role="group" aria-label={words.task.quickReasons}>
      {reasons.map((reason) => (
        <button key={reason} type="button" onClick={() => choose(reason)}>
          {reason}
        </button>
      ))}
    </div>
  );
}
