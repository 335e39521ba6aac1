import { compare } from 'semver';
import { bumpBetween, declaredBump, reaches } from '../../signature/bump/bump.ts';
import type { CheckedSignature } from '../../signature/checked.ts';
import type { Tenant } from '../tenant.ts';
import type { NameCheck } from './names.ts';

/**
 * Checks that each version of a tool raises its number at least as far as its signature has changed since the version
 * before.
 */
export function checkBumps(tenant: Tenant, signatures: ReadonlyMap<string, CheckedSignature>, check: NameCheck): void {
  const byTool = Map.groupBy(tenant.tools, ({ value }) => value.id);
  for (const versions of byTool.values()) {
    const sorted = versions.toSorted((a, b) => compare(a.value.version, b.value.version));
    for (const [i, file] of sorted.entries()) {
      const before = sorted[i - 1];
      if (!before) continue;
      const { id, version } = file.value;
      const [older, newer] = [before, file].map(({ value }) => signatures.get(`${value.id}@${value.version}`)?.schema);
      if (!older || !newer) continue;
      const { bump, reasons } = bumpBetween(older, newer);
      const declared = declaredBump(before.value.version, version);
      if (declared === undefined || reaches(declared, bump)) continue;
      const why = reasons.length > 0 ? ` (${reasons.slice(0, 3).join('; ')})` : '';
      check.tell(
        { file, path: ['version'] },
        `${id} ${version} is a ${declared} change of ${before.value.version}, but its signature has a ${bump} change${why}`,
        `Raise the ${bump} number of the version`,
      );
    }
  }
}
