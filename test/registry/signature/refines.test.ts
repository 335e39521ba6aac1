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

test('A signature that narrows the requests and answers of its pattern is allowed', () => {
  expect(refinement({ request, response }, skeleton, { name: 'lookup' })).toEqual([]);
});

test.each([
  [
    'accepts a text that is longer than the pattern allows',
    { request: object({ id: { type: 'string', minLength: 1, maxLength: 10 } }), response },
    ['request', 'properties', 'id', 'maxLength'],
  ],
  [
    'accepts a member that the pattern does not have',
    { request: object({ id: { const: 'a' }, more: { type: 'string' } }, ['id']), response },
    ['request', 'properties', 'more'],
  ],
  [
    'makes a member optional that the pattern requires',
    { request: object({ id: { const: 'a' } }, []), response },
    ['request', 'required'],
  ],
  ['accepts any value', { request: object({ id: {} }), response }, ['request', 'properties', 'id']],
  [
    'has no place for an answer that the pattern can give',
    { request, response: { oneOf: [answer('found', { object: object({ a: { type: 'string' } }) })] } },
    ['response'],
  ],
  [
    'has an answer that the pattern cannot give',
    { request, response: { oneOf: [...response.oneOf, answer('gone')] } },
    ['response', 'oneOf', 2],
  ],
])('A signature that %s is refused', (_title, signature, path) => {
  expect(refinement(signature, skeleton, { name: 'lookup' }).map((finding) => finding.path)).toContainEqual(path);
});

test('If the signature of a tool does not refine its pattern, the compiler refuses the tenant and names the place', async () => {
  await using copy = await copyOfDemo();
  await copy.edit('tools/tool.policy.lookup.yaml', 'identifier:', 'policyNumber:');
  await copy.edit(
    'tools/tool.policy.lookup.yaml',
    'required: [identifier, source]',
    'required: [policyNumber, source]',
  );
  await expect(checkedTenant(copy.tenantsDir, 'demo')).rejects.toThrow(
    /tools\/tool\.policy\.lookup\.yaml:\d+:\d+: the signature does not refine its pattern: identifier is optional, but must be required\. See docs\/patterns\/lookup\.md and the schemas in patterns\/lookup/,
  );
});

test('For every pattern, the page and the folder that the error names exist', () => {
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
  'A lookup accepts platform/Instant as its argument asOf (%s)',
  (_function, pattern) => {
    const { properties } = z
      .object({ properties: z.object({ asOf: z.unknown() }) })
      .parse(z.toJSONSchema(pattern.request));
    expect(differences({ sub: platformShapes['Instant'], sup: properties.asOf }, { tolerant: false })).toEqual([]);
  },
);
