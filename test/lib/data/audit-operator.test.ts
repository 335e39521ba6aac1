import { expect, it } from 'vitest';
import * as z from 'zod';
import { planes } from '../planes.ts';

const statement = z.object({
  Action: z.union([z.string().transform((one) => [one]), z.array(z.string())]),
  Condition: z.unknown().optional(),
});
const role = z.object({
  AssumeRolePolicyDocument: z.unknown(),
  Policies: z.tuple([z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) })]),
});

it('The role for a redrive may read the ledger and add to the audit log, and may not sign, delete or change the ledger', () => {
  const [properties, ...others] = Object.values(planes().data.findResources('AWS::IAM::Role')).map(
    ({ Properties }: Record<string, unknown>) => role.parse(Properties),
  );
  expect(others).toEqual([]);
  const { Statement = [] } = properties?.Policies[0].PolicyDocument ?? {};
  const actions = [...new Set(Statement.flatMap(({ Action }) => Action))].filter((one) => !one.startsWith('kms:'));
  expect(actions.toSorted()).toEqual([
    'dynamodb:DescribeTable',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Scan',
    's3:GetObject',
    's3:ListBucket',
    's3:PutObject',
  ]);
  const puts = Statement.filter(({ Action }) => Action.includes('dynamodb:PutItem')).map((one) => JSON.stringify(one));
  expect(puts.some((text) => text.includes('ledger'))).toBe(false);
  expect(JSON.stringify(properties)).not.toMatch(/kms:Sign|Delete|UpdateItem/);
  expect(JSON.stringify(properties?.AssumeRolePolicyDocument)).toContain(':root');
});
