import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { planes } from '../planes.ts';

const list = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const statement = z.object({ Action: list, Resource: z.unknown(), Condition: z.unknown().optional() });
const role = z.object({
  AssumeRolePolicyDocument: z.unknown(),
  Policies: z.tuple([z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) })]),
});

const roles = new Map(
  Object.entries(planes().data.findResources('AWS::IAM::Role')).map(([id, { Properties }]) => [
    id.replace(/Role[0-9A-F]{8}$/, ''),
    role.parse(Properties),
  ]),
);
const statementsOf = (name: string) => roles.get(name)?.Policies[0].PolicyDocument.Statement ?? [];
const actionsOf = (name: string): readonly string[] =>
  [
    ...new Set(
      statementsOf(name)
        .flatMap(({ Action }) => Action)
        .filter((one) => !one.startsWith('kms:')),
    ),
  ].toSorted();

describe('The roles for the commands of an operator', () => {
  it('Each role may be assumed only from the account, and none may delete, sign or use a wildcard', () => {
    expect([...roles.keys()].toSorted()).toEqual(['AuditOperator', 'ErasureOperator', 'HeadOperator']);
    for (const [name, properties] of roles) {
      expect(JSON.stringify(properties.AssumeRolePolicyDocument), name).toContain(':root');
      const actions = statementsOf(name).flatMap(({ Action }) => Action);
      expect(
        actions.filter((one) => /kms:Sign|Delete|\*/.test(one)),
        name,
      ).toEqual([]);
    }
  });

  it('The role for comparison and redrive may read the ledger and the log and add to the log, and may not change the ledger', () => {
    expect(actionsOf('AuditOperator')).toEqual([
      'dynamodb:DescribeTable',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Scan',
      's3:GetObject',
      's3:ListBucket',
      's3:PutObject',
    ]);
    const puts = statementsOf('AuditOperator').filter(({ Action }) => Action.includes('dynamodb:PutItem'));
    expect(JSON.stringify(puts)).not.toContain('Tablesledger');
    const policies = Object.entries(planes().of('AWS::IAM::Policy'));
    const [, more] = policies.find(([id]) => id.startsWith('AuditOperatorAccessLog')) ?? [];
    expect(more?.Properties['PolicyDocument']).toMatchObject({ Statement: [{ Action: 'logs:FilterLogEvents' }] });
    expect(JSON.stringify(more?.Properties['PolicyDocument'])).toContain('AccessLog');
  });

  it('The role for erasures may replace rows and objects, and may neither scan a table nor touch the transparency log', () => {
    expect(actionsOf('ErasureOperator')).toEqual([
      'dynamodb:BatchGetItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
      's3:GetObject',
      's3:ListBucket',
      's3:PutObject',
    ]);
    expect(JSON.stringify(statementsOf('ErasureOperator'))).not.toMatch(/AuditLog|Tableslog|Tablesdecisions/);
  });

  it('The role for the head may change the head, and may put into the ledger only events of its changes', () => {
    expect(actionsOf('HeadOperator')).toEqual([
      'dynamodb:BatchGetItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
    ]);
    const [onHead, onLedger] = statementsOf('HeadOperator');
    expect(JSON.stringify(onHead?.Resource)).toContain('Tableshead');
    expect(JSON.stringify(onLedger?.Resource)).toContain('Tablesledger');
    expect(onLedger?.Condition).toEqual({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['release#*'] } });
  });
});
