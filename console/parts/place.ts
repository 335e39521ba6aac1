import { useSyncExternalStore } from 'preact/compat';

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

/** Returns the fragment of a view with a search, such as `#/audit?day=2026-11-30`. */
export const searchFragment = (view: string, query: Readonly<Record<string, string>>): string =>
  `#/${view}?${new URLSearchParams(query)}`;

export const goTo = (view: string, id?: string): void => {
  location.hash = fragmentOf(view, id);
};

function followPlace(moved: () => void): () => void {
  addEventListener('hashchange', moved);
  return () => removeEventListener('hashchange', moved);
}

/** Returns the view that the address names, also if the address changes while the page is being drawn. */
export const usePlace = (): ShownView => viewAt(useSyncExternalStore(followPlace, () => location.hash));
