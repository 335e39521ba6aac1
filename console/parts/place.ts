import { useEffect, useState } from 'preact/hooks';

/** A view of the page, as the fragment of the address names it: `#/inbox` or `#/task/<id>`. */
export interface ShownView {
  readonly view: (typeof views)[number];
  readonly id: string;
  readonly query: URLSearchParams;
}

const views = ['inbox', 'task', 'operations', 'audit'] as const;

/** Returns the view that a fragment names. An empty or unknown fragment is the inbox. */
export function viewAt(fragment: string): ShownView {
  const [path = '', query = ''] = fragment.replace(/^#\/?/, '').split('?');
  const [view = '', id = ''] = path.split('/');
  return { view: views.find((one) => one === view) ?? 'inbox', id: decoded(id), query: new URLSearchParams(query) };
}

/** A fragment that somebody has mistyped names nothing. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return '';
  }
}

export const fragmentOf = (view: string, id?: string): string =>
  id === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(id)}`;

export const goTo = (view: string, id?: string): void => {
  location.hash = fragmentOf(view, id);
};

export function usePlace(): ShownView {
  const [fragment, setFragment] = useState(location.hash);
  useEffect(() => {
    const moved = (): void => setFragment(location.hash);
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, []);
  return viewAt(fragment);
}
