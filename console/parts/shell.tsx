import type { ComponentChildren, JSX } from 'preact';
import type { Me } from '../api/answers.ts';
import { fragmentOf } from './place.ts';
import { useEverywhere } from './context.ts';
import { Foreign } from './value.tsx';

/** The frame of every view: the product's name, the views that this person may use, and the sign-out. */
export function Shell({
  view,
  signOut,
  children,
}: {
  readonly view: string;
  readonly signOut: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { me, locale } = useEverywhere();
  const { words } = locale;
  return (
    <>
      <a class="skip" href="#content" onClick={focusContent}>
        {words.skip}
      </a>
      <header class="bar">
        <a class="product" href={fragmentOf('inbox')}>
          {words.product}
        </a>
        <nav aria-label={words.navigation}>
          {viewsFor(me).map((name) => (
            <a key={name} href={fragmentOf(name)} aria-current={isAt(name, view) ? 'page' : undefined}>
              {words.pages[name]}
            </a>
          ))}
        </nav>
        <div class="who">
          <span title={words.signedInAs(me.name)}>
            <Foreign>{me.name}</Foreign>
          </span>
          <button type="button" class="plain" onClick={signOut}>
            {words.signOut}
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** Returns the views that a person may use, the one for every day first. */
const viewsFor = ({ auditor, operator }: Me): readonly ('inbox' | 'operations' | 'audit')[] => [
  'inbox',
  ...(operator ? (['operations'] as const) : []),
  ...(auditor ? (['audit'] as const) : []),
];

/** The case of a Task belongs to the inbox. */
const isAt = (name: string, view: string): boolean => name === view || (name === 'inbox' && view === 'task');

/** The fragment of the address names the view, so the link moves the focus itself. */
function focusContent(event: Event): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
