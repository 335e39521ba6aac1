import { expect, test } from 'vitest';
import { checkedTenant } from '../../../registry/tenant/checked-tenant.ts';
import { TenantInvalid } from '../../../registry/tenant/problem.ts';
import { copyOfDemo } from '../tenant-copy.ts';

const nested = (depth: number): string => {
  let schema: object = { type: 'string' };
  for (let i = 0; i < depth; i++) {
    schema = { type: 'object', properties: { a: schema }, additionalProperties: false };
  }
  return JSON.stringify(schema);
};

test.each([
  ['a pattern that backtracks', '{ type: string, pattern: "^(a|a)*$" }', /the pattern has a loop over alternatives/],
  ['a schema with 500 levels', nested(500), /nested over 100 levels/],
  ['a recursive anyOf', '{ anyOf: [{ type: "null" }, { $ref: ontology/Claim }] }', /is recursive/],
])('If the ontology has %s, the compiler refuses the tenant (C11)', async (_title, schema, told) => {
  await using copy = await copyOfDemo();
  await copy.edit('ontology/Claim.yaml', '{ $ref: platform/Money }', schema);
  const error: unknown = await checkedTenant(copy.tenantsDir, 'demo').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TenantInvalid);
  expect((error as TenantInvalid).message).toMatch(told);
});
