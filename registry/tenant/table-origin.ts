import { regionOfTable } from '../../contract/values/table-arn.ts';

/** The origin of a table, as every SoR has one; the SDK finds its endpoint by itself. */
export const tableOrigin = (arn: string): string => `https://dynamodb.${regionOfTable(arn)}.amazonaws.com`;
