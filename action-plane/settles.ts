import type { Action } from '../contract/rows/action.ts';
import { internalTarget } from '../contract/rows/objects.ts';
import type { Library } from '../contract/system.ts';
import { settlesWithin } from './answer.ts';
import { authoredRelease, sorOf } from './authored-release.ts';

/**
 * Returns the milliseconds after the end of the lease from which on a missing change is proved absent. For our own
 * tables it is 0. Undefined if only an operator can resolve the outcome.
 */
export async function settlesWithinOf(library: Library, action: Action): Promise<number | undefined> {
  if (action.target.sor === internalTarget) return 0;
  const release = await authoredRelease(library, action);
  const sor = release && (await sorOf(release, action));
  return sor && settlesWithin(sor);
}
