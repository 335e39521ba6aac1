import { aggregationAthena } from '../../patterns/aggregation/pattern.ts';
import type { Member } from '../../patterns/aggregation/members.ts';
import type { CheckedTenant } from '../tenant/checked-tenant.ts';
import { declarationOf } from '../patterns.ts';
import { shapesOf } from '../tenant/shapes-of.ts';
import { readByAggregation } from './members.ts';

export type ExportedMember = Pick<Member, 'pointer' | 'kind'>;

/**
 * Returns the members of a type that the tenant's tools read from exported objects, sorted by pointer. Only these
 * members are exported. Undefined if no tool reads exported objects of the type.
 */
export function exportedMembers(
  { tenant, signatures }: CheckedTenant,
  type: string,
): readonly ExportedMember[] | undefined {
  const shapes = shapesOf(tenant);
  const tables = tenant.tools.flatMap(({ value: file }) => {
    const signature = signatures.get(`${file.id}@${file.version}`);
    if (declarationOf(file)?.function !== aggregationAthena.function || !signature) return [];
    const read = readByAggregation(file, signature.schema.request, { shapes }).settings.members?.[type]?.read;
    return read ? [read] : [];
  });
  if (tables.length === 0) return undefined;
  return Object.entries(Object.assign({}, ...tables) as (typeof tables)[number])
    .map(([pointer, { kind }]) => ({ pointer, kind }))
    .sort((a, b) => (a.pointer < b.pointer ? -1 : 1));
}
