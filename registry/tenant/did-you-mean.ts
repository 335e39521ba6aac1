import { nearest } from '../../contract/values/nearest.ts';

/** A sentence that ends a refusal: the nearest name, else those that exist. */
export function suggestion(wrong: string, names: Iterable<string>): string {
  const all = [...names].sort();
  const near = nearest(wrong, all);
  if (near !== undefined) return `Did you mean ${near}?`;
  return all.length === 0 ? 'Define it first: no name of this kind exists yet' : `Use one of: ${all.join(', ')}`;
}
