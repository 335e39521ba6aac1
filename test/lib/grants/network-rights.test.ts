import { expect, it } from 'vitest';
import * as z from 'zod';
import { planes } from '../planes.ts';

const policy = z.object({
  PolicyDocument: z.object({
    Statement: z.array(
      z.object({ Action: z.union([z.string(), z.array(z.string())]), Condition: z.unknown().optional() }),
    ),
  }),
});

it('A function’s own code may not create a network interface', () => {
  const statements = Object.values(planes().of('AWS::IAM::ManagedPolicy'))
    .flatMap(({ Properties }) => policy.parse(Properties).PolicyDocument.Statement)
    .filter(({ Action }) => [Action].flat().some((action) => action.startsWith('ec2:')));
  expect(statements.map(({ Condition }) => Condition)).toEqual([{ Null: { 'lambda:SourceFunctionArn': 'true' } }]);
});
