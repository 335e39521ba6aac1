import type { JSX } from 'preact';
import type { TaskCase } from '../api/answers.ts';
import { useEverywhere } from '../parts/context.ts';
import { Foreign } from '../parts/value.tsx';

/** The lines that only a printed case has: what the paper is about, and in which state it was. */
export function Printed({ shown: { task } }: { readonly shown: TaskCase }): JSX.Element {
  const { me, locale } = useEverywhere();
  const { words } = locale;
  return (
    <footer class="printed">
      <p>
        {words.task.printed(task.id)} {words.task.closed[task.state] || words.task.undecided}
      </p>
      <p>
        {words.task.printedDigest}: <code>{task.digest}</code>
      </p>
      <p>
        {words.task.printedBy}: <Foreign>{me.name}</Foreign>
      </p>
    </footer>
  );
}
