import { Failure } from '../contract/failures.ts';
import type { Caller } from '../contract/authority/identity.ts';
import { covers, type Marking } from '../contract/authority/markings.ts';
import type { Release } from '../contract/system.ts';
import { resolvePrincipal } from '../contract/authority/principal.ts';

/**
 * Returns the caller's clearances in the given release, with all lower markings.
 * @throws Failure `caller.unknown`
 */
export async function clearanceOf(release: Release, caller: Caller): Promise<readonly Marking[]> {
  const principal = await resolvePrincipal(release, caller);
  if (!principal) throw new Failure('caller.unknown', 'the release in force does not define this caller');
  return principal.clearances;
}

/**
 * Checks that the caller is cleared for all given markings.
 * @throws Failure `caller.unknown`, `marking.exceeds_clearance`
 */
export async function mustBeCleared(release: Release, caller: Caller, markings: readonly Marking[]): Promise<void> {
  if (!covers(await clearanceOf(release, caller), markings)) {
    throw new Failure('marking.exceeds_clearance', 'the data has markings for which the caller has no clearance');
  }
}
