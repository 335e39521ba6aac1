import { aggregationLimits } from '../../patterns/aggregation/limits.ts';
import { athenaSettings, roleKinds, settings, type MemberKind } from '../../patterns/aggregation/schema.ts';
import { memberAt, readByAggregation } from '../aggregation/members.ts';
import { namedMembers } from '../aggregation/named-members.ts';
import { schemasAt } from '../aggregation/schemas-at.ts';
import { resolveSchema } from '../signature/resolve.ts';
import { shapesOf } from '../tenant/shapes-of.ts';
import type { LoadedFile } from '../tenant/tenant.ts';
import type { ToolFile } from '../tenant/schemas/tool-file.ts';
import type { ToolCheck } from '../tenant/cross-file/tenant-check.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';
import { pattern } from '../../contract/pattern.ts';
import { aggregate } from '../../patterns/aggregation/aggregate.ts';
import { aggregation, aggregationAthena } from '../../patterns/aggregation/pattern.ts';
import type { NameCheck } from '../tenant/cross-file/names.ts';
import { constantsOf } from '../signature/schema-members.ts';

/**
 * The pattern that the gate runs for aggregations over exported objects. It reads live objects, because the same
 * objects give the same answer with either engine.
 */
const gatedAthena = pattern({
  ...aggregationAthena,
  ports: ['objects'],
  execute: ({ args, settings: own, call, ports }) => aggregate({ args, settings: own, call, objects: ports.objects }),
});

export const aggregationRow: PatternRow = {
  functions: [
    gatedFunction(aggregation, aggregation, ({ objects }) => ({ objects })),
    gatedFunction(aggregationAthena, gatedAthena, ({ objects }) => ({ objects })),
  ],
  checkTool: checkAggregation,
  ontologyUse: readByAggregation,
};

/**
 * Checks that the signature lists the types and members that a call can name, and that each exists and has a kind that
 * fits its use.
 */
function checkAggregation({ file, signature, tenant, check }: ToolCheck): void {
  if (!signature) return;
  const { request } = signature.schema;
  const inRequest = ['signature', 'request'];
  const tell = (message: string, fix: string): void => check.tell({ file, path: inRequest }, message, fix);
  const { types, members, open } = namedMembers(request);
  for (const path of open)
    tell(
      `the argument ${path.join('.')} does not list the names that a call may use`,
      'In signature.request, list the names with enum or const',
    );
  for (const type of types)
    check.known({ file, path: inRequest }, { what: 'ontology type', of: check.names.types }, type);
  const shapes = shapesOf(tenant);
  const resolves = (type: string): boolean => resolveSchema({ $ref: `ontology/${type}` }, shapes).findings.length === 0;
  for (const type of types.filter((one) => check.names.types.has(one) && resolves(one))) {
    for (const { role, path, pointers } of members) {
      const kinds: readonly MemberKind[] = roleKinds[role];
      for (const pointer of pointers) {
        const found = memberAt(type, pointer, shapes);
        const named = `the argument ${path.join('.')} allows ${pointer}`;
        if (!found)
          tell(
            `${named}, which does not exist in ${type} or can have values of two kinds`,
            'Use the pointer of a member whose values all have one kind',
          );
        else if (!kinds.includes(found.kind))
          tell(
            `${named}, which has the kind ${found.kind} in ${type}`,
            `Use a member of one of these kinds: ${kinds.join(', ')}`,
          );
      }
    }
  }
  checkRate(request, tell);
  checkExpected(file, check);
}

/**
 * Checks that no call can combine a rate with a window of kind `asOf` or `current`: it is one moment, so there is no
 * length to divide by.
 */
function checkRate(request: unknown, tell: (message: string, fix: string) => void): void {
  const kinds = (member: string): readonly unknown[] => schemasAt(request, [member, 'kind']).flatMap(constantsOf);
  const moments = kinds('window').filter((kind) => kind === 'asOf' || kind === 'current');
  if (kinds('op').includes('rate') && moments.length > 0) {
    tell(
      `the request allows an op of kind rate with a window of kind ${moments.join(' or ')}, which has no length to divide by`,
      `In signature.request, remove rate from op, or remove ${moments.join(' and ')} from window`,
    );
  }
}

function checkExpected(file: LoadedFile<ToolFile>, check: NameCheck): void {
  const parsed = settings.or(athenaSettings).safeParse(file.value.settings);
  // Malformed settings are already reported.
  if (!parsed.success) return;
  const { engine, expects, members } = parsed.data;
  if (members !== undefined) {
    check.tell(
      { file, path: ['settings', 'members'] },
      '/settings/members is set, but the compiler writes this member from the signature',
      'Remove members from settings',
    );
  }
  const { objects, exportedObjects } = aggregationLimits;
  const most = engine === 'athena' ? exportedObjects : objects;
  if (expects.objects <= most) return;
  const more = engine === 'athena' ? '' : `, or add engine: athena to settings, which allows up to ${exportedObjects}`;
  check.tell(
    { file, path: ['settings', 'expects', 'objects'] },
    `/settings/expects/objects is ${expects.objects}, but a call can read at most ${most} objects before its deadline`,
    `Use at most ${most}${more}`,
  );
}
