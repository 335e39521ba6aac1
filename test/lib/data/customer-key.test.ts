import { expect, it } from 'vitest';
import * as z from 'zod';
import { planes } from '../planes.ts';

const account = z.strictObject({
  'Fn::Join': z.tuple([
    z.literal(''),
    z.tuple([z.literal('arn:'), z.strictObject({ Ref: z.literal('AWS::Partition') }), z.string()]),
  ]),
});
const policy = z.object({
  KeyPolicy: z.object({
    Statement: z.array(z.object({ Effect: z.literal('Allow'), Principal: z.strictObject({ AWS: account }) })),
  }),
});

it('The policy of the customer key names only the account, and no role, service or other account', () => {
  const isCustomerKey = { Properties: { EnableKeyRotation: true } };
  const keys = Object.values(planes().data.findResources('AWS::KMS::Key', isCustomerKey));
  expect(keys).toHaveLength(1);
  const principals = keys.flatMap(({ Properties }) =>
    policy.parse(Properties).KeyPolicy.Statement.map(({ Principal }) => Principal.AWS['Fn::Join'][1][2]),
  );
  expect(new Set(principals)).toEqual(new Set([':iam::111111111111:root']));
});
