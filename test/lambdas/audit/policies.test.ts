import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryWorld } from '../../../adapters/memory/world.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import type { Release } from '../../../contract/system.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { readPolicy } from '../../../lambdas/audit/read-policy.ts';
import { keepPolicies } from '../../../lambdas/release/keep-policies.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import { demoRelease } from '../../support/journey/demo-release.ts';
import { human } from '../../support/plane.ts';

const auditor: Caller = { ...human('auditor'), groups: ['auditors'] };
let release: Release;
let remove: () => Promise<void>;

beforeAll(async () => {
  const demo = await demoRelease('http://127.0.0.1:1');
  ({ release, remove } = demo);
});
afterAll(() => remove());

/** Asks for the policy with this hash, after a deploy has stored the policies of the release. */
async function ask(hash: string, caller = auditor) {
  const { content } = memoryWorld();
  await keepPolicies(release, content);
  const events: unknown[] = [];
  const read = readPolicy({
    content,
    ledger: { note: async (event) => void events.push(event) },
    head: { current: async () => ({ release: 'release', withdrawn: [], suspended: [] }) },
  });
  const request = requestBy(caller, { routeKey: 'GET /v1/audit/policies/{hash}' });
  const answer = await read({ ...request, event: { ...request.event, pathParameters: { hash } } });
  return { answer, events };
}

describe('The texts of policies', () => {
  it('A deploy stores the text of each policy under its hash, and an auditor can read each of them', async () => {
    const { texts } = await release.policies();
    expect(Object.keys(texts).length).toBeGreaterThan(3);
    for (const hash of Object.values(texts)) {
      const { answer, events } = await ask(hash);
      const { text } = bodyOfAnswer(answer);
      expect([answer.statusCode, sha256(String(text))]).toEqual([200, hash]);
      expect(events).toMatchObject([{ kind: 'read', subject: `policy ${hash}` }]);
    }
  });

  it('If a later deploy stores another text under the same hash, the first text is kept', async () => {
    const { content } = memoryWorld();
    await keepPolicies(release, content);
    const [hash = ''] = Object.values((await release.policies()).texts);
    await keepPolicies({ ...release, policyText: async () => 'permit (principal, action, resource);' }, content);
    expect(sha256(Buffer.from((await content.get('policies', hash)) ?? '').toString())).toBe(hash);
  });

  it.each(['0'.repeat(64), 'floor.scope', '../payloads'])(
    'A hash that no policy had, such as %s, gets a 404',
    async (hash) => {
      await expect(ask(hash)).rejects.toMatchObject({ code: 'policy.unknown' });
    },
  );

  it('An approver who is not an auditor gets a 404 for the text of a policy', async () => {
    const [hash = ''] = Object.values((await release.policies()).texts);
    await expect(ask(hash, human('approver-1'))).rejects.toMatchObject({ code: 'function.unknown' });
  });
});
