import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { differences } from '../../../registry/signature/bump/subset.ts';
import { checkedTenant } from '../../../registry/tenant/checked-tenant.ts';
import { patterns } from '../../../registry/patterns.ts';
import { platformShapes } from '../../../registry/signature/platform-shapes.ts';
import { refinement } from '../../../registry/signature/refines.ts';
import { copyOfDemo } from '../tenant-copy.ts';

const object = (properties: object, required: readonly string[] = Object.keys(properties)): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const answer = (status: string, more: object = {}): object =>
  object({ status: { type: 'string', const: status }, ...more });

const skeleton = {
  request: { ...object({ id: { type: 'string', minLength: 1, maxLength: 9 }, asOf: { type: 'string' } }, ['id']) },
  response: { oneOf: [answer('found', { object: { type: 'object', additionalProperties: {} } }), answer('not_found')] },
};
const request = object({ id: { type: 'string', const: 'a' } });
const response = { oneOf: [answer('found', { object: object({ a: { type: 'string' } }) }), answer('not_found')] };

test('a signature that narrows what its pattern takes and answers refines it', () => {
  expect(refinement({ request, response }, skeleton, { name: 'lookup' })).toEqual([]);
});

test.each([
  [
    'takes what the pattern does not',
    { request: object({ id: { type: 'string', minLength: 1, maxLength: 10 } }), response },
    ['request', 'properties', 'id', 'maxLength'],
  ],
  [
    'takes a member that the pattern does not have',
    { request: object({ id: { const: 'a' }, more: { type: 'string' } }, ['id']), response },
    ['request', 'properties', 'more'],
  ],
  [
    'need not send what the pattern needs',
    { request: object({ id: { const: 'a' } }, []), response },
    ['request', 'required'],
  ],
  ['takes any value', { request: object({ id: {} }), response }, ['request', 'properties', 'id']],
  [
    'has no place for an answer of the pattern',
    { request, response: { oneOf: [answer('found', { object: object({ a: { type: 'string' } }) })] } },
    ['response'],
  ],
  [
    'answers what the pattern cannot',
    { request, response: { oneOf: [...response.oneOf, answer('gone')] } },
    ['response', 'oneOf', 2],
  ],
])('a signature that widens its pattern is refused: it %s', (_title, signature, path) => {
  expect(refinement(signature, skeleton, { name: 'lookup' }).map((finding) => finding.path)).toContainEqual(path);
});

test('a tool whose signature does not refine its pattern is refused with the place', async () => {
  await using copy = await copyOfDemo();
  await copy.edit('tools/tool.policy.lookup.yaml', 'identifier:', 'policyNumber:');
  await copy.edit(
    'tools/tool.policy.lookup.yaml',
    'required: [identifier, source]',
    'required: [policyNumber, source]',
  );
  await expect(checkedTenant(copy.tenantsDir, 'demo')).rejects.toThrow(
    /tools\/tool\.policy\.lookup\.yaml:\d+:\d+: does not refine its pattern: identifier is optional, and must be required\. See docs\/patterns\/lookup\.md and the schemas in patterns\/lookup/,
  );
});

test('the page and the folder that a refusal names are there, whatever the pattern', () => {
  for (const { name } of patterns) {
    const [{ fix } = { fix: '' }] = refinement({ request: true, response }, skeleton, { name });
    const named = fix.match(/(?:docs\/)?patterns\/[a-z.-]+[a-z]/g) ?? [];
    expect(named.map((path) => [path, existsSync(new URL(`../../../${path}`, import.meta.url))])).toEqual([
      [`docs/patterns/${name}.md`, true],
      [`patterns/${name}`, true],
    ]);
  }
});

test.each(patterns.filter(({ name }) => name === 'lookup').map((pattern) => [pattern.function, pattern] as const))(
  '%s takes its asOf as platform/Instant: the shape that the platform has for it',
  (_function, pattern) => {
    const { properties } = z
      .object({ properties: z.object({ asOf: z.unknown() }) })
      .parse(z.toJSONSchema(pattern.request));
    expect(differences({ sub: platformShapes['Instant'], sup: properties.asOf }, { tolerant: false })).toEqual([]);
  },
);
