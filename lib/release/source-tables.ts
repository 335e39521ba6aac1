import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Sor } from '../../contract/artefacts/sor.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';
import type { Access } from '../grants/access.ts';
import type { ToolFunctionRow } from '../deployment.ts';
import type { Grant } from '../grants/store-grants.ts';

/** The needs of an SoR in a deployment: secrets of its own, or the right to read a table of the tenant. */
type Needs = { readonly secrets: true } | { readonly table: string };

function needsOf(sor: Sor): Needs {
  switch (sor.engine) {
    case 'http':
      return { secrets: true };
    case 'dynamodb':
      return { table: sor.table };
  }
}

/** Returns the sorted ids of the SoRs that are called with a secret. */
export const sorsWithSecrets = (sors: readonly Sor[]): readonly string[] =>
  [...new Set(sors.filter((sor) => 'secrets' in needsOf(sor)).map(({ id }) => id))].sort();

/**
 * Returns the row of a function. If the function reads systems of record, the row gets the tables that its tools name.
 */
export function withTables(
  row: ToolFunctionRow,
  records: readonly Pick<ToolVersion, 'function' | 'uses'>[],
  sors: readonly Sor[],
): ToolFunctionRow {
  if (row.effectClass !== 'read-external') return row;
  const used = new Set(records.filter((one) => one.function === row.name).flatMap(({ uses }) => uses));
  const tables = sors
    .filter(({ id, version }) => used.has(`${id}@${version}`))
    .map(needsOf)
    .flatMap((needs) => ('table' in needs ? [needs.table] : []));
  return tables.length === 0 ? row : { ...row, tables: [...new Set(tables)].sort() };
}

/** Grants to read single items of these tables, and nothing else: no query, no scan, no index. */
export const sourceTableGrant = ({ sourceTables }: Access): Grant => ({
  statements:
    sourceTables.length === 0
      ? []
      : [new PolicyStatement({ actions: ['dynamodb:GetItem'], resources: [...sourceTables] })],
  environment: {},
});
