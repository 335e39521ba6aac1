import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../contract/authority/identity.ts';
import type { SorAnswer } from '../../../contract/ports.ts';
import type { HttpSor } from '../../../contract/artefacts/sor.ts';
import { putTask } from '../../../adapters/tables/rows.ts';
import { taskId } from '../../../contract/dispatch/keys.ts';
import { targetHash } from '../../../contract/values/target-hash.ts';
import { readTarget } from '../../../lambdas/task-target/read-target.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import {
  agent,
  human,
  insurerRelease,
  noteAction,
  planeWorld,
  requestedTask,
  sor,
  stagedAction,
  start,
} from '../../support/plane.ts';
import { recordOf } from '../../support/tools.ts';

const approver = human('approver-1');
const lookup = recordOf(
  'tool.claim.lookup',
  { pattern: 'lookup', effectClass: 'read-external' },
  {
    schema: {
      request: {},
      response: {
        type: 'object',
        properties: {
          object: { type: 'object', properties: { reserve: { type: 'string' } }, additionalProperties: false },
        },
      },
    },
  },
);
const shows = [{ label: 'Reserve', payload: '/amount', object: '/reserve' }];
const release = (of?: HttpSor) => insurerRelease({ kind: { shows }, tools: [lookup], ...(of && { sor: of }) });

const answered = (object: unknown, more: Partial<Extract<SorAnswer, { kind: 'answer' }>> = {}): SorAnswer => ({
  kind: 'answer',
  status: 200,
  etag: '"1"',
  headers: {},
  body: typeof object === 'string' ? object : JSON.stringify(object),
  ...more,
});

async function targetWorld(answer: SorAnswer, options: Parameters<typeof planeWorld>[0] = {}) {
  const plane = await planeWorld({ release: release(), ...options });
  const asked: unknown[] = [];
  const connectors = { read: async (_: HttpSor, request: unknown) => (asked.push(request), answer) };
  const handle = readTarget({ ...plane, connectors });
  const read = (caller: Caller = approver, id = plane.taskId) =>
    handle(requestBy(caller, { routeKey: 'GET /v1/tasks/{id}/target', id, at: start }));
  return { plane, asked, read };
}

describe('The target of a Task, read again', () => {
  it('If the record has changed, each value is shown as it was, as it is now, and as the Action would make it', async () => {
    const { plane, asked, read } = await targetWorld(answered({ reserve: '1200.00' }, { etag: '"2"' }));
    const answer = await read();
    expect(bodyOfAnswer(answer)).toEqual({
      at: new Date(start).toISOString(),
      target: { sor: sor.id, resource: 'claim', ref: 'CLM-1' },
      shownVersion: '"1"',
      status: 'found',
      version: '"2"',
      changed: true,
      object: { reserve: '1200.00' },
      changes: [{ label: 'Reserve', shown: '1000.00', now: '1200.00', to: '1500.00' }],
    });
    expect(asked).toEqual([{ path: '/claims/CLM-1', deadlineAt: start + 15_000 }]);
    expect(plane.events()).toMatchObject([
      {
        kind: 'read',
        subject: plane.taskId,
        actionId: plane.actionId,
        targets: [targetHash((await plane.action()).target)],
        eventId: answer.headers?.['audit-event-id'],
      },
    ]);
  });

  it('If the record has the version that was shown, the answer says that it has not changed', async () => {
    const { read } = await targetWorld(answered({ reserve: '1000.00' }));
    expect(bodyOfAnswer(await read())).toMatchObject({ status: 'found', changed: false });
  });

  it.each([
    [404, 'not_found'],
    [410, 'not_found'],
    [401, 'permission_denied'],
    [403, 'permission_denied'],
  ])('If the source answers %d, the status is %s and no value is shown', async (status, expected) => {
    const { read } = await targetWorld(answered('', { status }));
    const body = bodyOfAnswer(await read());
    expect(body).toMatchObject({ status: expected, changed: true });
    expect(body['changes']).toEqual([{ label: 'Reserve', shown: '1000.00', to: '1500.00' }]);
  });

  it('If the record no longer matches the signature of the lookup, it is not shown', async () => {
    const { read } = await targetWorld(answered({ reserve: '1000.00', diagnosis: 'a secret' }, { etag: '"2"' }));
    const answer = await read();
    expect(bodyOfAnswer(answer)).toMatchObject({ status: 'unfit', version: '"2"', changed: true });
    expect(answer.body).not.toContain('secret');
  });

  it.each<readonly [string, SorAnswer, string]>([
    ['does not answer', { kind: 'unavailable', reason: 'timeout' }, 'dependency.unavailable'],
    ['answers 500', answered('', { status: 500 }), 'dependency.unavailable'],
    ['answers no JSON', answered('<html>'), 'dependency.unavailable'],
    ['can never answer', { kind: 'unavailable', reason: '', lasting: 'wrong' }, 'dependency.unfit'],
  ])('If the source %s, the refusal has a typed exception, and nothing is shown', async (_name, answer, code) => {
    const { read } = await targetWorld(answer);
    await expect(read()).rejects.toMatchObject({ code, exceptions: [{ kind: 'lookup.source_unavailable' }] });
  });

  it('A replica that lags too far behind is refused', async () => {
    const replica = { lagHeader: 'Replica-Lag', maxLagSeconds: 5 };
    const { read } = await targetWorld(answered({ reserve: '1.00' }, { headers: { 'replica-lag': '9' } }), {
      release: release({ ...sor, replica }),
    });
    await expect(read()).rejects.toMatchObject({
      code: 'dependency.unavailable',
      exceptions: [{ kind: 'lookup.stale_replica' }],
    });
  });

  it('A live object is read from the platform’s own table', async () => {
    const note = {
      type: 'Note',
      id: 'N-1',
      version: 1,
      markings: [],
      value: { text: 'now' },
      at: new Date(start).toISOString(),
    };
    const basis = recordOf('tool.claim.lookup', { pattern: 'lookup', effectClass: 'read-internal' });
    const { read, asked } = await targetWorld(answered({}), {
      release: insurerRelease({ tools: [basis] }),
      action: noteAction(2),
      objects: [note],
    });
    expect(bodyOfAnswer(await read())).toMatchObject({
      status: 'found',
      version: '1',
      shownVersion: '2',
      changed: true,
    });
    expect(asked).toEqual([]);
  });
});

describe('Callers who may not have a target read', () => {
  it.each([
    ['the requester', agent],
    ['an operator', human('operator', ['operators'])],
    ['an agent that claims the group', { ...agent, groups: ['approvers'] }],
  ])(
    'If %s asks, the answer is that of a Task that does not exist, and the source is not asked',
    async (_name, caller) => {
      const { plane, asked, read } = await targetWorld(answered({}));
      const absent = await read(approver, 'task-none').catch((error: unknown) => error);
      await expect(read(caller)).rejects.toEqual(absent);
      expect(absent).toMatchObject({ code: 'task.unknown' });
      expect([asked, plane.events()]).toEqual([[], []]);
    },
  );

  it('A member who is not cleared for the Task is refused, and the source is not asked', async () => {
    const { asked, read } = await targetWorld(answered({}), { task: { groups: ['uncleared'] } });
    await expect(read(human('approver-3', ['uncleared']))).rejects.toMatchObject({ code: 'marking.exceeds_clearance' });
    expect(asked).toEqual([]);
  });

  it('A Task about a Decision has no target', async () => {
    const { plane, read } = await targetWorld(answered({}));
    const { actionId: _action, ...row } = requestedTask(stagedAction());
    const task = { ...row, id: taskId('a decision', 1) };
    await plane.world.stored.write([putTask(task)]);
    await expect(read(approver, task.id)).rejects.toMatchObject({ code: 'subject.unfit' });
  });
});
