import { sha256 } from '../../../contract/values/canonical.ts';
import type { Exports, ExportSnapshot } from '../../../contract/rows/exports.ts';
import { Failure } from '../../../contract/failures.ts';
import type { CallFacts, Product } from '../../../contract/pattern.ts';
import { productOf } from '../answer.ts';
import { metricGroups, tooMany } from '../groups.ts';
import { aggregationLimits } from '../limits.ts';
import { planOf, unknownObject, type Plan } from '../plan.ts';
import type { Request, Response, Settings } from '../schema.ts';
import { columnsOf } from './columns.ts';
import { readRows, type ReadRows } from './rows.ts';
import { statementOf } from './statement.ts';

interface Aggregation {
  readonly args: Request;
  readonly settings: Settings;
  readonly call: CallFacts;
  readonly exports: Exports;
}

/**
 * Computes the same metric as `aggregate`, over exported objects. The pins tell which snapshots were read and how old
 * they are. The query engine computes exact sums and counts; division and rounding happen here.
 * @throws Failure `arguments.invalid`, `object.unknown`, `objects.unexported`, `result.too_large`, `deadline.passed`,
 * `dependency.unavailable`
 */
export async function aggregateExported({
  args,
  settings,
  call,
  exports,
}: Aggregation): Promise<Product<Response, never>> {
  const plan = planOf(args, settings, call.atMillis);
  const snapshots = await Promise.all(plan.types.map((type) => exports.snapshot(type)));
  for (const [at, snapshot] of snapshots.entries()) requireColumns(plan, at, snapshot);
  const { text, parameters } = statementOf(
    plan,
    snapshots.map(({ id }) => id),
  );
  const asked = { text, parameters, token: sha256(call.eventId), deadlineAt: call.deadlineAt };
  const groupBy = args.groupBy ?? [];
  const read = readRows(await exports.query(asked), args);
  requireWhole(plan, snapshots, read);
  requireRefs(plan, read);
  if (read.groups.length > aggregationLimits.groups) throw tooMany();
  const groups = metricGroups(read.groups, { op: args.op, groupBy, lengths: plan.lengths });
  return productOf(plan, { set: read.set, groups, above: aboveOf(plan, read) }, pinsOf(plan, snapshots));
}

/**
 * Checks that the snapshot has a column for each member that is read. A missing column means that the member was not
 * exported, not that the objects lack it.
 * @throws Failure `objects.unexported`
 */
function requireColumns({ types, of }: Plan, at: number, { manifest: { columns } }: ExportSnapshot): void {
  const type = types[at] ?? '';
  const { checks, measured } = of(type);
  const members = [...checks.map(({ member }) => member), ...measured.groupBy, measured.of, measured.over];
  const needed = members.flatMap((member) => (member ? columnsOf(member) : []));
  if (needed.every(({ name }) => columns.includes(name))) return;
  throw new Failure(
    'objects.unexported',
    `the snapshot of ${type} does not contain a member that this call reads. Export the objects again`,
  );
}

/**
 * Checks that the query read as many objects as were exported. A missing file would give a result that is too small.
 * @throws Failure `objects.unexported`
 */
function requireWhole({ types }: Plan, snapshots: readonly ExportSnapshot[], { totals }: ReadRows): void {
  for (const [at, { manifest }] of snapshots.entries()) {
    if (totals.get(at) === manifest.objects) continue;
    throw new Failure(
      'objects.unexported',
      `the snapshot of ${types[at] ?? ''} is incomplete, because some of its files were deleted. Export the objects again`,
    );
  }
}

function requireRefs({ args, types }: Plan, { found }: ReadRows): void {
  if (!('refs' in args.objects)) return;
  const missing = args.objects.refs.findIndex(({ type, id }) => !found.has(`${types.indexOf(type)} ${id}`));
  if (missing !== -1) throw unknownObject(missing, 'exists in the snapshot in force');
}

const aboveOf = ({ types, of }: Plan, { marks }: ReadRows): readonly string[] =>
  marks.flatMap(({ type, markings }) => {
    const { known } = of(types[type] ?? '');
    return markings.filter((marking) => !known.has(marking));
  });

const pinsOf = ({ types }: Plan, snapshots: readonly ExportSnapshot[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    snapshots.flatMap(({ id, manifest }, at) => [
      [`export.${types[at] ?? ''}`, id],
      [`export.${types[at] ?? ''}.asOf`, manifest.asOf],
    ]),
  );
