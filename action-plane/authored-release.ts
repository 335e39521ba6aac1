import type { Action } from '../contract/rows/action.ts';
import type { ActionKind } from '../contract/artefacts/action-kind.ts';
import { changeable, type HttpSor } from '../contract/artefacts/sor.ts';
import type { Library, Release } from '../contract/system.ts';

/** Returns the release under which an Action was staged. Undefined if it can no longer be opened. */
export const authoredRelease = (library: Library, { release }: Pick<Action, 'release'>): Promise<Release | undefined> =>
  library.open(release);

/**
 * Returns the SoR with this name. Without a name, returns the SoR that the Action changes. Undefined if the release
 * does not have it, or if the platform cannot send changes to it.
 */
export async function sorOf(release: Release, { target }: Action, name = target.sor): Promise<HttpSor | undefined> {
  const descriptor = release.describe('Sor', name);
  const sor = descriptor && (await release.load(descriptor));
  return sor && changeable(sor);
}

export async function kindOf(release: Release, { kind, kindVersion }: Action): Promise<ActionKind | undefined> {
  const descriptor = release.describe('ActionKind', `${kind}@${kindVersion}`);
  return descriptor && release.load(descriptor);
}
