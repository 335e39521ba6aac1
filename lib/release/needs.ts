import type { ReleaseNeeds } from '../../contract/artefacts/release-needs.ts';
import { hasEgress, type BundledRelease, type ModelTarget, type ToolFunctionRow } from '../deployment.ts';

/**
 * Returns what a release needs of its deployment.
 * @param functions the functions that its tools use
 */
export const needsOf = (
  functions: readonly ToolFunctionRow[],
  { agents, groups, sors }: Pick<BundledRelease, 'agents' | 'groups' | 'sors'>,
): ReleaseNeeds => ({
  agents,
  groups,
  secrets: sors,
  functions: functions.filter(hasEgress).map(({ name }) => name),
  models: sorted(functions.flatMap(({ name, models = [] }) => models.map((target) => `${name} ${modelName(target)}`))),
  tables: sorted(functions.flatMap(({ name, tables = [] }) => tables.map((arn) => `${name} ${arn}`))),
  exports: sorted(
    functions.flatMap(({ exports = [] }) =>
      exports.flatMap(({ type, columns }) => columns.map((column) => `${type}.${column.name}`)),
    ),
  ),
});

const modelName = ({ model, regions }: ModelTarget): string =>
  regions === undefined ? model : `${model} in ${regions.join()}`;

const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();
