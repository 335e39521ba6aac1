import type { JSX } from 'preact';
import { useEverywhere } from '../parts/context.ts';
import { Foreign } from '../parts/value.tsx';

/** The requester's reason, as plain text in a frame of its own, so that it never passes for words of the page. */
export function Rationale({ text }: { readonly text: string }): JSX.Element {
  const { words } = useEverywhere().locale;
  return (
    <section aria-labelledby="rationale">
      <h2 id="rationale">{words.task.rationale}</h2>
      <p class="quiet">{words.task.rationaleNote}</p>
      <blockquote class="said">
        <Foreign>{text}</Foreign>
      </blockquote>
    </section>
  );
}
