import type { Action } from '../contract/rows/action.ts';
import { internalTarget } from '../contract/rows/objects.ts';
import type { Library } from '../contract/system.ts';
import { settlesWithin } from './answer.ts';
import { authoredRelease, sorOf } from './authored-release.ts';

/** How long after its lease an absent change is proved absent. Of our own tables at once; undefined: a human resolves. */
export async function settlesWithinOf(library: Library, action: Action): Promise<number | undefined> {
  if (action.target.sor === internalTarget) return 0;
  const release = await authoredRelease(library, action);
  const sor = release && (await sorOf(release, action));
  return sor && settlesWithin(sor);
}
