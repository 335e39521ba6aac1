import { describe, expect, it } from 'vitest';
import { putAction, putTask } from '../../../adapters/tables/rows.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import { actionId } from '../../../contract/dispatch/keys.ts';
import type { Action } from '../../../contract/rows/action.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { actionsHandler } from '../../../lambdas/actions/actions.ts';
import { byRoute } from '../../../lambdas/routes.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import {
  agent,
  blindSor,
  human,
  insurerRelease,
  kind,
  planeWorld,
  requestedTask,
  stagedAction,
  start,
} from '../../support/plane.ts';

const operator = human('operator', ['operators']);
const minutes = (count: number): string => new Date(start + count * 60_000).toISOString();

interface Row {
  readonly id: string;
  readonly [member: string]: unknown;
}

async function listWorld(options: Parameters<typeof planeWorld>[0] = {}) {
  const plane = await planeWorld(options);
  const handle = byRoute(actionsHandler({ ...plane, sleep: async () => undefined }));
  const add = async (name: string, more: Partial<Action> = {}): Promise<Action> => {
    const action = stagedAction({ id: actionId(sha256(name)), ...more });
    await plane.world.stored.write([putAction(action), putTask(requestedTask(action))]);
    return action;
  };
  const ask = (caller: Caller, query: Record<string, string> = {}) =>
    handle(requestBy(caller, { routeKey: 'GET /v1/actions', query, at: start }));
  const rows = async (caller: Caller, query?: Record<string, string>) =>
    bodyOfAnswer(await ask(caller, query))['actions'] as readonly Row[];
  const ids = async (caller: Caller, query?: Record<string, string>) => (await rows(caller, query)).map(({ id }) => id);
  return { plane, add, ask, rows, ids };
}

describe('The list of Actions', () => {
  it('A row has what an operator needs: title, target, requester, age, state, the next step and the approval', async () => {
    const { plane, ask } = await listWorld({ action: { stagedAt: minutes(-5), state: 'pending' } });
    const answer = await ask(operator);
    expect(bodyOfAnswer(answer)).toMatchObject({
      at: minutes(0),
      actions: [
        {
          id: plane.actionId,
          state: 'pending',
          version: 1,
          stagedAt: minutes(-5),
          ageSeconds: 300,
          next: { owner: 'queue', until: minutes(60) },
          markings: ['pii.medium'],
          readable: true,
          title: kind.title,
          kind: kind.id,
          target: { sor: 'sor.policy-admin', resource: 'claim', ref: 'CLM-1' },
          requester: { name: 'claims-agent' },
          owner: 'adjuster',
          purpose: 'claims.adjustment',
          approvals: { taskId: plane.taskId, queue: 'queue.claims', quorum: 1 },
          attempts: 0,
        },
      ],
    });
    expect(plane.events()).toMatchObject([{ kind: 'read', subject: 'actions', actor: { name: 'operator' } }]);
    expect(answer.headers?.['audit-event-id']).toBe(plane.events()[0]?.eventId);
  });

  it('An operator or an auditor lists the Actions of all requesters, and any other caller lists only its own', async () => {
    const { plane, add, ids } = await listWorld();
    const requester = { kind: 'human', id: 'sub-adjuster', name: 'adjuster' } as const;
    const other = await add('of a human', { requester, stagedAt: minutes(1) });
    expect(await ids(operator)).toEqual([plane.actionId, other.id]);
    expect(await ids(human('auditor', ['auditors']))).toEqual([plane.actionId, other.id]);
    expect(await ids({ ...agent, id: 'other', groups: ['auditors'] })).toEqual([]);
    expect(await ids(operator, { requester: 'me' })).toEqual([]);
    expect(await ids(agent)).toEqual([plane.actionId]);
    expect(await ids(agent, { requester: 'me' })).toEqual([plane.actionId]);
    expect(await ids(agent, { requester: 'adjuster' })).toEqual([]);
    expect(await ids(human('adjuster'))).toEqual([other.id]);
    expect(await ids(human('approver-1'))).toEqual([]);
    expect(await ids({ ...agent, id: 'other', groups: ['operators'] })).toEqual([]);
  });

  it('The filters state, kind, target, requester and olderThan each choose Actions', async () => {
    const { plane, add, ids } = await listWorld({ action: { stagedAt: minutes(-10) } });
    const unknown = await add('unknown', { state: 'outcome_unknown', stagedAt: minutes(-1) });
    const failed = await add('failed', { state: 'failed' });
    const restored = await add('restored', { kind: 'action.reserve-restore' });
    const elsewhere = await add('elsewhere', { target: { ...stagedAction().target, ref: 'CLM-2' } });
    expect((await ids(operator)).length).toBe(4);
    expect(await ids(operator, { state: 'outcome_unknown' })).toEqual([unknown.id]);
    expect(await ids(operator, { state: 'failed,committed' })).toEqual([failed.id]);
    expect(await ids(operator, { kind: 'action.reserve-restore' })).toEqual([restored.id]);
    expect(await ids(operator, { target: 'CLM-2' })).toEqual([elsewhere.id]);
    expect(await ids(operator, { olderThan: 'PT5M' })).toEqual([plane.actionId]);
    expect(await ids(operator, { olderThan: minutes(-1) })).toEqual([plane.actionId]);
    expect(await ids(agent, { state: 'outcome_unknown', olderThan: 'PT1S' })).toEqual([unknown.id]);
  });

  it('The row of an Action whose outcome only an operator can find out says so', async () => {
    const { rows } = await listWorld({
      action: { state: 'outcome_unknown' },
      release: insurerRelease({ sor: blindSor }),
    });
    expect(await rows(operator)).toMatchObject([{ state: 'outcome_unknown', next: { owner: 'operators' } }]);
  });

  it('If the caller is not cleared for the markings of an Action, its row has the state, but nothing of its content', async () => {
    const { plane, rows } = await listWorld({ action: { markings: ['pii.high'] } });
    const [row] = await rows(operator);
    expect(row).toMatchObject({ id: plane.actionId, state: 'staged', readable: false });
    for (const member of ['title', 'kind', 'target', 'requester', 'reason', 'approvals', 'purpose'])
      expect(row).not.toHaveProperty(member);
  });

  it('The pages of a list have each Action once, and a cursor belongs to one query of one caller', async () => {
    const { plane, add, ask } = await listWorld();
    const all = [plane.actionId];
    for (let i = 1; i < 7; i += 1) all.push((await add(`${i}`, { stagedAt: minutes(i) })).id);
    const first = bodyOfAnswer(await ask(operator, { limit: '3' }));
    await expect(ask(agent, { cursor: String(first['cursor']) })).rejects.toMatchObject({ code: 'request.invalid' });
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const body = bodyOfAnswer(await ask(operator, { limit: '3', ...(cursor === undefined ? {} : { cursor }) }));
      found.push(...(body['actions'] as readonly Row[]).map(({ id }) => id));
      cursor = body['cursor'] as string | undefined;
    } while (cursor !== undefined);
    expect(found).toEqual(all);
  });

  it.each([{ state: 'open' }, { olderThan: 'a while' }, { limit: 'all' }, { queue: 'queue.claims' }, { tool: 'x' }])(
    'The parameters %j are refused',
    async (query) => {
      const { ask } = await listWorld();
      await expect(ask(operator, query)).rejects.toMatchObject({ code: 'request.invalid' });
    },
  );
});
