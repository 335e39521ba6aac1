import { nearest } from '../../contract/values/nearest.ts';

/** Returns the sentence that ends an error: the nearest known name, or else all known names. */
export function suggestion(wrong: string, names: Iterable<string>): string {
  const all = [...names].sort();
  const near = nearest(wrong, all);
  if (near !== undefined) return `Did you mean ${near}?`;
  return all.length === 0 ? 'Define it first: no name of this kind exists yet' : `Use one of: ${all.join(', ')}`;
}
