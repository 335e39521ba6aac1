import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PolicyText } from '../api/answers.ts';
import { useEverywhere } from '../parts/context.ts';
import { ProblemNote } from '../parts/problem.tsx';
import { Foreign } from '../parts/value.tsx';

/** A policy that decided a call, with the text that it had at that time. The text is read when the person opens it. */
export function PolicyThen({ name, hash }: { readonly name: string; readonly hash: string }): JSX.Element {
  const { api, locale } = useEverywhere();
  const [text, setText] = useState<string>();
  const [error, setError] = useState<unknown>();
  const read = (): void => {
    setError(undefined);
    api.get<PolicyText>(`audit/policies/${hash}`).then((answer) => setText(answer.text), setError);
  };
  return (
    <div>
      <button type="button" class="plain" aria-expanded={text !== undefined} onClick={read}>
        {locale.words.audit.policy} <Foreign>{name}</Foreign>
      </button>
      <ProblemNote error={error} again={read} />
      {text !== undefined && (
        <pre class="said" tabIndex={0}>
          <Foreign>{text}</Foreign>
        </pre>
      )}
    </div>
  );
}
