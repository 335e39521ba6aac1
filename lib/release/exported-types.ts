import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';
import { columnsOf, objectColumns, type ExportedColumn } from '../../patterns/aggregation/exported/columns.ts';
import { aggregationAthena } from '../../patterns/aggregation/pattern.ts';
import type { ToolFunctionRow } from '../deployment.ts';

/**
 * Returns the row of a function. If the function queries exported objects, the row gets the types and columns that the
 * records of its tools name.
 */
export function withExports(
  row: ToolFunctionRow,
  records: readonly Pick<ToolVersion, 'function' | 'settings'>[],
): ToolFunctionRow {
  if (row.name !== aggregationAthena.function) return row;
  const types = new Map<string, Map<string, ExportedColumn>>();
  for (const { settings } of records.filter((record) => record.function === row.name)) {
    const { members = {} } = aggregationAthena.settings.parse(settings);
    for (const [type, { read }] of Object.entries(members)) {
      const columns = types.get(type) ?? new Map<string, ExportedColumn>();
      for (const [pointer, { kind }] of Object.entries(read)) {
        for (const column of columnsOf({ pointer, kind })) columns.set(column.name, column);
      }
      types.set(type, columns);
    }
  }
  const own = Object.values(objectColumns).map((name): ExportedColumn => ({ name, type: 'string' }));
  const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);
  return {
    ...row,
    exports: [...types]
      .map(([type, columns]) => ({ type, columns: [...own, ...[...columns.values()].sort(byName)] }))
      .sort((a, b) => (a.type < b.type ? -1 : 1)),
  };
}
