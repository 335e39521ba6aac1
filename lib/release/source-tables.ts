import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Sor } from '../../contract/artefacts/artefacts.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';
import type { Access } from '../grants/access.ts';
import type { ToolFunctionRow } from '../deployment.ts';
import type { Grant } from '../grants/store-grants.ts';

/** The tables that a function's tools name, where its pattern reads systems of record. */
export function withTables(
  row: ToolFunctionRow,
  records: readonly Pick<ToolVersion, 'function' | 'uses'>[],
  sors: readonly Pick<Sor, 'id' | 'version' | 'table'>[],
): ToolFunctionRow {
  if (row.effectClass !== 'read-external') return row;
  const used = new Set(records.filter((one) => one.function === row.name).flatMap(({ uses }) => uses));
  const tables = sors.flatMap(({ id, version, table }) => (table && used.has(`${id}@${version}`) ? [table.arn] : []));
  return tables.length === 0 ? row : { ...row, tables: [...new Set(tables)].sort() };
}

/** Reading single items of just these tables: no query, no scan, no index. */
export const sourceTableGrant = ({ sourceTables }: Access): Grant => ({
  statements:
    sourceTables.length === 0
      ? []
      : [new PolicyStatement({ actions: ['dynamodb:GetItem'], resources: [...sourceTables] })],
  environment: {},
});
