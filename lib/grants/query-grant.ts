import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { environment } from '../../contract/platform/environment.ts';
import { exportPrefixes, exportTable } from '../../contract/rows/exports.ts';
import { snapshotColumn } from '../../patterns/aggregation/exported/columns.ts';
import type { Access } from './access.ts';
import { queryActions } from './actions.ts';
import type { Content } from '../data/content.ts';
import type { Grant } from './store-grants.ts';
import type { Queries } from '../data/queries.ts';

const hexDigits = '?'.repeat(64);
const uuid = '?'.repeat(36);
/**
 * Matches only requests that Athena makes on behalf of the function. The function's own requests do not have this key.
 */
const byAthena = { 'ForAnyValue:StringEquals': { 'aws:CalledVia': 'athena.amazonaws.com' } };

/**
 * Grants queries of the exported objects of the function's types: the use of the workgroup, and what Athena reads and
 * writes on behalf of the function. The function itself cannot read a Glue table, a file or a result.
 * @throws Error if the function queries a type and the stack has no workgroup
 */
export function queryGrant({ functionName, exports }: Access, content: Content, queries: Queries | undefined): Grant {
  if (exports.length === 0) return { statements: [], environment: {} };
  if (!queries) throw new Error(`function ${functionName} queries exported objects, but the stack has no workgroup`);
  const { bucket } = content;
  const glue = (resource: string, resourceName: string): string =>
    Stack.of(queries).formatArn({ service: 'glue', resource, resourceName });
  const tables = exports.map(({ type }) => exportTable(type));
  const { databaseName } = queries;
  const catalog = Stack.of(queries).formatArn({ service: 'glue', resource: 'catalog' });
  const allow = (
    actions: readonly string[],
    resources: readonly string[],
    conditions?: Record<string, unknown>,
  ): PolicyStatement =>
    new PolicyStatement({
      actions: [...actions],
      resources: [...resources],
      ...(conditions === undefined ? {} : { conditions }),
    });
  const { exported, answers } = exportPrefixes;
  return {
    statements: [
      allow(queryActions.workgroup, [queries.workgroupArn]),
      allow(
        queryActions.tables,
        [catalog, glue('database', databaseName), ...tables.map((name) => glue('table', `${databaseName}/${name}`))],
        byAthena,
      ),
      allow(
        queryActions.exported,
        tables.map((name) =>
          bucket.arnForObjects(`${exported}/${name}/${snapshotColumn}=${hexDigits}/${hexDigits}.parquet`),
        ),
        byAthena,
      ),
      allow(
        queryActions.answers,
        ['csv', 'csv.metadata'].map((suffix) => bucket.arnForObjects(`${answers}/${uuid}.${suffix}`)),
        byAthena,
      ),
      allow(queryActions.listed, [bucket.bucketArn], {
        ...byAthena,
        StringLike: { 's3:prefix': tables.map((name) => `${exported}/${name}/*`) },
      }),
      allow(queryActions.bucket, [bucket.bucketArn], byAthena),
    ],
    environment: {
      [environment.queryWorkgroup]: queries.workgroupName,
      [environment.queryDatabase]: databaseName,
    },
  };
}
