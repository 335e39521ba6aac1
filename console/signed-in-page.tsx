import type { JSX } from 'preact';
import { Audit } from './audit/audit.tsx';
import { Case } from './case/case.tsx';
import { Inbox } from './inbox/inbox.tsx';
import { Operations } from './operations/operations.tsx';
import { usePlace, type ShownView } from './parts/place.ts';
import { Shell } from './parts/shell.tsx';

/** The page of a person who is signed in: the frame, and the view that the address names. */
export function SignedInPage({ signOut }: { readonly signOut: () => void }): JSX.Element {
  const place = usePlace();
  return (
    <Shell view={place.view} signOut={signOut}>
      {viewOf(place)}
    </Shell>
  );
}

/** An unknown view is the inbox. */
function viewOf({ view, id, query }: ShownView): JSX.Element {
  if (view === 'task' && id !== '') return <Case key={id} id={id} />;
  if (view === 'audit') return <Audit key={query.toString()} query={query} />;
  if (view === 'operations') return <Operations query={query} />;
  return <Inbox query={query} />;
}
