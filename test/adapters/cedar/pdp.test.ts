import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cedarPdp } from '../../../adapters/cedar/pdp.ts';
import { hashOf } from '../../../contract/values/canonical.ts';
import { effectClasses, type EffectClass } from '../../../contract/effects.ts';
import { cedarSchema } from '../../../contract/authority/floor.ts';
import type { PdpRequest, PolicySet } from '../../../contract/system.ts';
import { compilePolicies } from '../../../registry/policies/policies.ts';
import { evaluate, forbidsOf, tenantPermit } from './evaluator.ts';

const policies = compilePolicies({ adjusters: tenantPermit });
const permitId = Object.keys(policies.texts).find((id) => !id.startsWith('floor.')) ?? '';

const good: PdpRequest = {
  principal: {
    kind: 'agent',
    id: 'claims-agent',
    name: 'claims-agent',
    groups: ['adjusters'],
    scopes: ['claim.read'],
    clearances: ['pii.low', 'pii.medium'],
    purposes: ['claims'],
    pins: {},
  },
  action: 'read-external',
  tool: {
    id: 'tool.claim.lookup',
    version: '1.0.0',
    pattern: 'lookup',
    effectClass: 'read-external',
    scopes: ['claim.read'],
    purposes: ['claims'],
    markings: ['pii.low', 'pii.medium'],
  },
  context: { purpose: 'claims', markings: ['pii.medium'] },
};

const few = (...values: string[]) => fc.subarray(values);
const requests: fc.Arbitrary<PdpRequest> = fc
  .record({
    kind: fc.constantFrom('agent' as const, 'human' as const),
    id: fc.string({ minLength: 1 }),
    groups: few('adjusters', 'auditors'),
    scopes: few('a', 'b', 'c'),
    clearances: few('m1', 'm2', 'm3'),
    purposes: few('p', 'q'),
    action: fc.constantFrom(...(Object.keys(effectClasses) as EffectClass[])),
    pattern: fc.constantFrom('lookup' as const, 'search' as const),
    // Most sets are small, so that every verdict occurs often.
    toolScopes: fc.oneof(fc.constant([]), few('a', 'b')),
    toolPurposes: fc.oneof(fc.constant(['p', 'q']), few('p', 'q')),
    toolMarkings: fc.oneof(fc.constant(['m1', 'm2', 'm3']), few('m1', 'm2')),
    purpose: fc.constantFrom('p', 'q', ''),
    markings: fc.oneof(fc.constant([]), few('m1', 'm2')),
    approval: fc.option(
      fc.record({
        external: fc.boolean(),
        grants: fc.integer({ min: -1, max: 3 }),
        quorum: fc.integer({ min: -1, max: 3 }),
      }),
    ),
  })
  .map((one) => ({
    principal: { ...one, name: one.id, pins: {} },
    action: one.action,
    tool: {
      id: 'tool.x',
      version: '1.0.0',
      pattern: one.pattern,
      effectClass: one.action,
      scopes: one.toolScopes,
      purposes: one.toolPurposes,
      markings: one.toolMarkings,
    },
    context: {
      purpose: one.purpose,
      markings: one.markings,
      ...(one.approval === null || one.action !== 'commit-high' ? {} : { approval: one.approval }),
    },
  }));

const decide = (request: PdpRequest, set: PolicySet = policies) => cedarPdp().decide(set, request);

const raw = (staticPolicies: Record<string, string>): PolicySet => {
  const policySet = { staticPolicies };
  return { ...policies, policySet, hash: hashOf(policySet) };
};

describe('The policy decision point', () => {
  test('For any request, the PDP gives the same verdict and policies as a second implementation of the same policies in TypeScript', async () => {
    const pdp = cedarPdp();
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const answer = await pdp.decide(policies, request);
        expect(answer).toEqual(evaluate(request, permitId));
        seen.add(answer.verdict);
        for (const policy of answer.policies) seen.add(policy);
      }),
      { numRuns: 3000 },
    );
    // Each policy must have decided at least once. Otherwise the comparison would prove little.
    expect([...seen].sort()).toEqual(['allow', 'deny', ...Object.keys(policies.texts)].sort());
  });

  test('If a request passes the floor and a permit applies, the PDP allows it and names the permit', async () => {
    expect(await decide(good)).toEqual({ verdict: 'allow', policies: [permitId] });
  });

  test('If a request differs from an earlier one in a single member, the PDP decides it anew', async () => {
    const { principal, tool, context } = good;
    const others: readonly PdpRequest[] = [
      { ...good, principal: { ...principal, groups: [] } },
      { ...good, principal: { ...principal, scopes: [] } },
      { ...good, principal: { ...principal, clearances: ['pii.low'] } },
      { ...good, principal: { ...principal, purposes: ['other'] } },
      { ...good, action: 'commit-high' },
      { ...good, tool: { ...tool, scopes: ['claim.write'] } },
      { ...good, tool: { ...tool, purposes: ['other'] } },
      { ...good, tool: { ...tool, markings: ['pii.low'] } },
      { ...good, context: { ...context, purpose: 'other' } },
      { ...good, context: { ...context, markings: ['pii.high'] } },
    ];
    for (const other of others) {
      expect(await decide(good)).toEqual({ verdict: 'allow', policies: [permitId] });
      expect((await decide(other)).verdict).toBe('deny');
      expect(await decide(other)).toEqual(evaluate(other, permitId));
    }
  });

  test('If no permit applies, the PDP denies the request', async () => {
    expect(await decide(good, compilePolicies({}))).toEqual({ verdict: 'deny', policies: [] });
  });

  test('If a tenant permits everything, the PDP still denies each request that the floor forbids, and allows every other request', async () => {
    const set = compilePolicies({ all: 'permit (principal, action, resource);' });
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { verdict } = await decide(request, set);
        expect(verdict).toBe(forbidsOf(request).length === 0 ? 'allow' : 'deny');
      }),
    );
  });

  test('If an external commit has fewer grants than its quorum, or no quorum, the PDP denies it', async () => {
    const commit = (grants: number, quorum: number, external = true): PdpRequest => ({
      ...good,
      action: 'commit-high',
      context: { ...good.context, approval: { external, grants, quorum } },
    });
    expect(await decide(commit(1, 2))).toEqual({ verdict: 'deny', policies: ['floor.external-approval'] });
    expect(await decide(commit(0, 0))).toEqual({ verdict: 'deny', policies: ['floor.external-approval'] });
    expect(await decide(commit(2, 2))).toEqual({ verdict: 'allow', policies: [permitId] });
    expect(await decide(commit(0, 0, false))).toEqual({ verdict: 'allow', policies: [permitId] });
    const without = { ...good, action: 'commit-high' as const };
    expect(await decide(without)).toEqual({ verdict: 'deny', policies: ['floor.commit-approval'] });
  });

  test('If a policy fails while it is evaluated, the verdict is `failed`, even if Cedar would skip that policy', async () => {
    const set = raw({
      all: 'permit (principal, action, resource);',
      broken: 'forbid (principal, action, resource) when { principal.missing };',
    });
    expect(await decide(good, set)).toEqual({ verdict: 'failed', policies: ['broken'] });
  });

  test('If the arithmetic of a policy overflows, the verdict is `failed`, even if another policy permits the request', async () => {
    const set = compilePolicies({
      all: 'permit (principal, action, resource);',
      sum: 'forbid (principal, action, resource) when { context has approval && context.approval.grants + 1 < 0 };',
    });
    const context = { ...good.context, approval: { external: false, grants: Number.MAX_SAFE_INTEGER, quorum: 1 } };
    expect((await decide({ ...good, action: 'commit-high', context }, set)).verdict).toBe('allow');
    const product = compilePolicies({
      all: 'permit (principal, action, resource);',
      product:
        'forbid (principal, action, resource) when { context has approval && context.approval.grants * context.approval.grants < 0 };',
    });
    const answer = await decide({ ...good, action: 'commit-high', context }, product);
    expect(answer.verdict).toBe('failed');
    expect(answer.policies).toHaveLength(1);
  });

  test('If a request does not match the Cedar schema, the verdict is `failed`', async () => {
    const context = { ...good.context, approval: { external: true, grants: 1, quorum: 1 } };
    expect(await decide({ ...good, context })).toEqual({ verdict: 'failed', policies: [] });
    const half = {
      ...good,
      action: 'commit-high' as const,
      context: { ...context, approval: { ...context.approval, grants: 1.5 } },
    };
    expect(await decide(half)).toEqual({ verdict: 'failed', policies: [] });
    const missing = { ...good, principal: { ...good.principal, scopes: [1 as unknown as string] } };
    expect(await decide(missing)).toEqual({ verdict: 'failed', policies: [] });
  });

  test('If the Cedar schema does not allow the action for this kind of principal, the verdict is `failed`, even if a permit applies', async () => {
    const schema = structuredClone(cedarSchema) as {
      '': { actions: Record<string, { appliesTo: { principalTypes: string[] } }> };
    };
    for (const { appliesTo } of Object.values(schema[''].actions)) appliesTo.principalTypes = ['Agent'];
    const open = raw({ all: 'permit (principal, action, resource);' });
    const set = { ...open, schema, hash: hashOf({ schema }) };
    expect((await decide(good, set)).verdict).toBe('allow');
    const human = { ...good, principal: { ...good.principal, kind: 'human' as const } };
    expect(await decide(human, set)).toEqual({ verdict: 'failed', policies: [] });
  });

  test('If Cedar cannot parse a policy set, the verdict is `failed` at each request', async () => {
    const pdp = cedarPdp();
    const set = raw({ all: 'permit (principal, action' });
    for (let i = 0; i < 2; i += 1) {
      expect(await pdp.decide(set, good)).toEqual({ verdict: 'failed', policies: [] });
    }
    expect((await pdp.decide(policies, good)).verdict).toBe('allow');
  });

  test('If Cedar cannot parse a new policy set, the sets that are in use still work', async () => {
    const pdp = cedarPdp();
    const groups = Array.from({ length: 8 }, (_, index) => `only${index}`);
    const setOf = (group: string): PolicySet =>
      compilePolicies({ one: `permit (principal, action, resource) when { principal.groups.contains("${group}") };` });
    const verdictOf = async (group: string): Promise<string> =>
      (await pdp.decide(setOf(group), { ...good, principal: { ...good.principal, groups: [group] } })).verdict;
    for (const group of groups) expect(await verdictOf(group)).toBe('allow');
    expect((await pdp.decide(raw({ bad: 'permit (principal' }), good)).verdict).toBe('failed');
    for (const group of ['another', ...groups.toReversed()])
      expect([group, await verdictOf(group)]).toEqual([group, 'allow']);
  });

  test('If the PDP gets more policy sets than it can cache, each request is still decided by its own set', async () => {
    const pdp = cedarPdp();
    const sets = Array.from({ length: 20 }, (_, index) =>
      compilePolicies({ one: `permit (principal, action, resource) when { principal.groups.contains("g${index}") };` }),
    );
    for (const round of [0, 1]) {
      for (const [index, set] of sets.entries()) {
        const member = (group: number) => ({ ...good, principal: { ...good.principal, groups: [`g${group}`] } });
        expect([round, (await pdp.decide(set, member(index))).verdict]).toEqual([round, 'allow']);
        expect([round, (await pdp.decide(set, member(index + 1))).verdict]).toEqual([round, 'deny']);
      }
    }
  });

  test('Two PDPs of one process do not influence each other', async () => {
    const [one, two] = [cedarPdp(), cedarPdp()];
    const open = compilePolicies({ all: 'permit (principal, action, resource);' });
    const none = compilePolicies({});
    await one.decide(open, good);
    await two.decide(none, good);
    expect([(await one.decide(open, good)).verdict, (await two.decide(none, good)).verdict]).toEqual(['allow', 'deny']);
  });

  test('If the module is loaded twice, the PDPs of both instances do not influence each other', async () => {
    const file = `${join(import.meta.dirname, '../../../adapters/cedar/pdp.ts')}?another`;
    const another = ((await import(file)) as { cedarPdp: typeof cedarPdp }).cedarPdp();
    const open = compilePolicies({ open: 'permit (principal, action, resource);' });
    const shut = compilePolicies({ shut: 'forbid (principal, action, resource);' });
    for (const id of ['agent-1', 'agent-2', 'agent-3']) {
      const request = { ...good, principal: { ...good.principal, id } };
      expect((await cedarPdp().decide(open, request)).verdict).toBe('allow');
      expect((await another.decide(shut, request)).verdict).toBe('deny');
    }
  });

  test('A denial names all policies that denied the request, in alphabetical order', async () => {
    const bad = { ...good, principal: { ...good.principal, scopes: [], purposes: [], clearances: [] } };
    expect(await decide(bad)).toEqual({
      verdict: 'deny',
      policies: ['floor.clearance', 'floor.purpose', 'floor.scope'],
    });
  });
});
