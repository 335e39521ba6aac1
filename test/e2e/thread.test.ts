import { expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from './support/ask.ts';
import { auditLogWith } from './support/audit-log.ts';
import { decide, openTask } from './support/reserve.ts';
import { answered, refused } from './support/shapes.ts';
import { untilState } from './support/until.ts';

const added = z.looseObject({ entry: z.looseObject({ number: z.number(), kind: z.string() }) });
const thread = z.looseObject({
  claim: z.looseObject({ by: z.looseObject({ name: z.string() }) }).optional(),
  entries: z.array(z.looseObject({ kind: z.string(), text: z.string().optional() })),
});

it('An approver asks, the requester answers, one claims, the other denies; the digest stays, and strangers learn nothing at any door', async () => {
  const open = await openTask({ claim: 'CLM-2026-000069' });
  const at =
    (id: string) =>
    (who: string, door: string, body: object = {}) =>
      ask(who, { method: 'POST', path: `/v1/tasks/${id}/${door}`, body });
  const read = (who: string, id = open.taskId) => ask(who, { method: 'GET', path: `/v1/tasks/${id}/thread` });
  const post = at(open.taskId);

  const asked = await post('approver-1', 'questions', { text: 'Which garage made the estimate?' });
  const { number } = answered(asked, added).entry;
  expect(answered(await read('claims-agent'), thread).entries).toMatchObject([{ kind: 'question' }]);
  answered(await post('claims-agent', 'answers', { question: number, text: 'The one on the invoice' }), added);
  answered(await post('approver-2', 'comments', { text: 'I know this garage' }), added);
  answered(await post('approver-1', 'claim'), added);
  expect(refused(await post('approver-2', 'claim'))).toMatchObject({ status: 409, code: 'task.claimed' });
  const shown = answered(await read('approver-2'), thread);
  expect(shown.claim?.by.name).toBe('approver-1');
  expect(shown.entries.map(({ kind }) => kind)).toEqual(['question', 'answer', 'comment', 'claim']);
  expect(answered(await read('claims-agent'), thread).entries.map(({ kind }) => kind)).toEqual(['question', 'answer']);

  // The operator is the bound owner of the agent.
  expect(answered(await read('operator'), thread).entries.map(({ kind }) => kind)).toEqual(['question', 'answer']);

  const none = open.taskId.replace(/[0-9a-f]{64}/, '0'.repeat(64));
  const reassigned = { queue: 'queue.claims-approvals', reason: 'theirs' };
  const doors = [
    ['claim', {}],
    ['release', {}],
    ['comments', { text: 'a' }],
    ['questions', { text: 'a' }],
    ['answers', { question: 1, text: 'a' }],
    ['reassign', reassigned],
  ] as const;
  for (const who of ['intern-agent', 'auditor']) {
    const pairs = [
      [await read(who), await read(who, none)],
      ...(await Promise.all(
        doors.map(async ([door, body]) => [await post(who, door, body), await at(none)(who, door, body)]),
      )),
    ];
    for (const [own, absent] of pairs) {
      expect(refused(own!)).toMatchObject({ status: 404, code: 'task.unknown' });
      expect({ ...refused(own!), eventId: '' }).toEqual({ ...refused(absent!), eventId: '' });
    }
  }

  // The demo's kind has one queue, so its Tasks cannot get another one.
  expect(refused(await post('approver-1', 'reassign', reassigned))).toMatchObject({ code: 'subject.unfit' });
  expect((await decide('approver-2', open, { decision: 'deny' })).status).toBe(200);
  await untilState(open.actionId, 'denied');
  expect(refused(await post('approver-1', 'claim'))).toMatchObject({ status: 409, code: 'task.decided' });
  const logged = await auditLogWith({ action: open.actionId }, [asked.eventId]);
  expect(logged.filter(({ kind }) => kind === 'thread').map(({ actor }) => actor.name)).toEqual(
    expect.arrayContaining(['approver-1', 'approver-2', 'claims-agent']),
  );
  expect(JSON.stringify(logged)).not.toContain('garage');
});
