import { expect, inject, it } from 'vitest';
import { callApi } from '../../local/demo/api-client.ts';
import { tokenFor } from '../../local/demo/tokens.ts';
import { ask, claimsOf, tokenOf } from './support/ask.ts';
import { auditLogWith } from './support/audit-log.ts';
import { cognito } from './support/cognito.ts';
import { journalOfRef, writesTo } from './support/policy-admin.ts';
import { decide, openTask, queue, readTask } from './support/reserve.ts';
import { answered, decided, refused, taskRead } from './support/shapes.ts';
import { readAction, untilState } from './support/until.ts';

it('If two approvers decide one Task at the same time, one Decision is recorded and the other approver gets 409', async () => {
  const claim = 'CLM-2026-000059';
  const open = await openTask({ claim });
  const answers = await Promise.all([
    decide('approver-1', open, { decision: 'grant' }),
    decide('approver-2', open, { decision: 'deny' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [granted, denied] = answers;
  const won = granted.status === 200 ? 'committed' : 'denied';
  await untilState(open.actionId, won);
  expect((await journalOfRef(open.actionId)).changes.length).toBe(won === 'committed' ? 1 : 0);
  // The audit log has both: the recorded Decision, and the refused request of the other approver.
  const [first, second] = [granted, denied].sort((a, b) => a.status - b.status);
  await auditLogWith({ action: open.actionId }, [first?.eventId]);
  const late = second === granted ? 'approver-1' : 'approver-2';
  const { sub } = claimsOf(await tokenOf(late));
  const logged = await auditLogWith({ caller: sub }, [second?.eventId]);
  expect(logged.find(({ eventId }) => eventId === second?.eventId)).toMatchObject({
    kind: 'request',
    outcome: 'refused',
  });
});

it('If two approvers grant one Task at the same time, the change is committed once; a repeated grant of the first gets the recorded Decision, and each other decision gets 409', async () => {
  const open = await openTask({ claim: 'CLM-2026-000060' });
  const answers = await Promise.all([
    decide('approver-1', open, { decision: 'grant' }),
    decide('approver-2', open, { decision: 'grant' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await untilState(open.actionId, 'committed');
  const [won, lost] = answers[0].status === 200 ? ['approver-1', 'approver-2'] : ['approver-2', 'approver-1'];
  const again = await decide(won, open, { decision: 'grant' });
  const recorded = answered(answers.find(({ status }) => status === 200) ?? again, decided);
  expect(answered(again, decided).decisionId).toBe(recorded.decisionId);
  expect(again.replayed).toBe(true);
  const others = [
    await decide(won, open, { decision: 'deny' }),
    await decide(lost, open, { decision: 'grant' }),
    await decide(lost, open, { decision: 'deny' }),
  ];
  for (const other of others) expect(refused(other)).toMatchObject({ status: 409, code: 'task.decided' });
  const { requests, changes } = await journalOfRef(open.actionId);
  expect(requests.filter(({ method }) => method === 'PUT').length).toBe(1);
  expect(changes.length).toBe(1);
});

it('A human who staged a change cannot grant it, but can deny it', async () => {
  const claim = 'CLM-2026-000061';
  const open = await openTask({ claim, amount: '25000.01' }, { who: 'adjuster' });
  expect(refused(await decide('adjuster', open, { decision: 'grant' }))).toMatchObject({
    status: 403,
    code: 'approval.forbidden',
  });
  expect((await readAction('adjuster', open.actionId)).state).toBe('pending');
  expect(answered(await decide('adjuster', open, { decision: 'deny' }), decided).action.state).toBe('denied');
  expect(await writesTo(claim)).toEqual([]);
});

it('The owner of an agent cannot grant the agent’s change, even as a member of the queue', async () => {
  const open = await openTask({ claim: 'CLM-2026-000062' });
  expect(refused(await decide('operator', open, { decision: 'grant' }))).toMatchObject({
    status: 404,
    code: 'task.unknown',
  });
  const { demo } = inject('deployment');
  const membership = { UserPoolId: demo.userPoolId, Username: 'operator', GroupName: 'approvers' };
  await cognito('AdminAddUserToGroup', membership);
  const asMember = await tokenFor(demo, 'operator');
  await cognito('AdminRemoveUserFromGroup', membership);
  const body = { decision: 'grant', digest: open.shown.task.digest, reason: 'It is my agent' };
  const path = `/v1/tasks/${open.taskId}/decision`;
  const answer = await callApi(demo.apiUrl, asMember, { method: 'POST', path, body });
  expect(refused(answer)).toMatchObject({ status: 403, code: 'approval.forbidden' });
  expect(answered(await readTask('approver-1', open.taskId), taskRead).task.state).toBe('open');
});

it('A caller who is not a member of the queue gets 404 when it lists, reads or decides a Task; an auditor may read it', async () => {
  const open = await openTask({ claim: 'CLM-2026-000063' });
  for (const who of ['auditor', 'operator', 'claims-agent', 'intern-agent']) {
    const list = await ask(who, { method: 'GET', path: `/v1/tasks?queue=${queue}` });
    const answers = [
      list,
      ...(who === 'auditor' ? [] : [await readTask(who, open.taskId)]),
      await decide(who, open, { decision: 'grant' }),
      await decide(who, open, { decision: 'deny' }),
    ];
    for (const answer of answers) expect(refused(answer)).toMatchObject({ status: 404, code: 'task.unknown' });
  }
  expect(answered(await readTask('auditor', open.taskId), taskRead).task.state).toBe('open');
  const absent = { ...open, taskId: open.taskId.replace(/[0-9a-f]{64}/, '0'.repeat(64)) };
  expect(refused(await decide('approver-1', absent, { decision: 'grant' }))).toMatchObject({
    status: 404,
    code: 'task.unknown',
  });
});

it('A grant with another digest than the one shown gets 409, and a denial without a reason gets 400', async () => {
  const open = await openTask({ claim: 'CLM-2026-000064' });
  const wrong = open.shown.task.digest.replace(/^./, (first) => (first === '0' ? '1' : '0'));
  expect(refused(await decide('approver-1', open, { decision: 'grant', digest: wrong }))).toMatchObject({
    status: 409,
    code: 'task.digest_differs',
  });
  const path = `/v1/tasks/${open.taskId}/decision`;
  const reasonless = { decision: 'deny', digest: open.shown.task.digest };
  const answer = await ask('approver-1', { method: 'POST', path, body: reasonless });
  expect(refused(answer)).toMatchObject({ status: 400, code: 'request.invalid' });
  expect(answered(await readTask('approver-1', open.taskId), taskRead).task.state).toBe('open');
});

it('An approver sees old and new values, the rationale and the checked evidence, and no read of a Task decides it', async () => {
  const claim = 'CLM-2026-000065';
  const open = await openTask({ claim, amount: '26500.00', rationale: 'A second estimate came in.' });
  expect(open.shown.changes).toEqual([
    { label: 'Reserve', from: '25000.00', to: '26500.00' },
    { label: 'Currency', from: 'TRY', to: 'TRY' },
    { label: 'Reason', from: 'Initial reserve after inspection', to: 'Garage estimate received' },
  ]);
  expect(open.shown.rationale).toBe('A second estimate came in.');
  expect(open.shown.evidence).toMatchObject([
    { tool: 'tool.reserve.validate', arguments: open.staging.evidence[0].arguments, result: { verdict: 'pass' } },
    { tool: 'tool.policy.lookup' },
  ]);
  const link = `/v1/tasks/${open.taskId}/decision`;
  const token = await tokenOf('approver-1');
  const { apiUrl } = inject('deployment').demo;
  for (const path of [link, `${link}?decision=grant&digest=${open.shown.task.digest}`, `/v1/tasks/${open.taskId}`]) {
    for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS']) {
      // A mail scanner that follows a link sends no token; a browser sends one.
      for (const headers of [{}, { authorization: `Bearer ${token}` }])
        await fetch(`${apiUrl}${path}`, { method, headers });
    }
  }
  expect(answered(await readTask('approver-1', open.taskId), taskRead)).toEqual(open.shown);
  expect((await readAction('claims-agent', open.actionId)).state).toBe('pending');
  expect(await writesTo(claim)).toEqual([]);
});
