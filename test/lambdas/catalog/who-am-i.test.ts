import { describe, expect, it } from 'vitest';
import { whoAmI } from '../../../lambdas/catalog/who-am-i.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import { agent, human, insurerRelease, planeWorld, queue } from '../../support/plane.ts';

const asked = async (caller: typeof agent) =>
  bodyOfAnswer(await whoAmI(await planeWorld())(requestBy(caller, { routeKey: 'GET /v1/me' })));

describe('The answer to who a caller is', () => {
  it('A human sees its groups, queues, scopes, clearances with all lower ones, purposes and tools', async () => {
    expect(await asked(human('approver-1'))).toEqual({
      kind: 'human',
      id: 'sub-approver-1',
      name: 'approver-1',
      groups: ['approvers'],
      scopes: ['reserve.stage'],
      clearances: ['pii.low', 'pii.medium'],
      purposes: ['claims.adjustment'],
      tools: { 'tool.reserve.stage': ['1.0.0'] },
      queues: [{ id: queue.id, title: queue.title }],
      operator: false,
      auditor: false,
      owner: 'adjuster',
      tenant: 'test',
      release: 'release-1',
    });
  });

  it('An operator sees that it is one, and an agent sees its owner and no queue', async () => {
    expect(await asked(human('operator', ['operators']))).toMatchObject({ operator: true, queues: [] });
    expect(await asked(agent)).toMatchObject({ kind: 'agent', owner: 'adjuster', groups: [], queues: [] });
  });

  it('A human sees the reasons for a denial that a queue offers', async () => {
    const denialReasons = ['The estimate is missing'];
    const letters = { ...queue, id: 'queue.letters', denialReasons };
    const world = await planeWorld({ release: insurerRelease({ queues: [letters] }) });
    const answer = await whoAmI(world)(requestBy(human('approver-1'), { routeKey: 'GET /v1/me' }));
    expect(bodyOfAnswer(answer)).toMatchObject({ queues: [{ id: queue.id }, { id: letters.id, denialReasons }] });
  });

  it('A caller whom the release does not define is refused', async () => {
    await expect(asked({ ...agent, name: 'another' })).rejects.toMatchObject({ code: 'caller.unknown' });
  });
});
