import { expect, it } from 'vitest';
import type { ApiAnswer } from '../../local/demo/api-client.ts';
import { ask } from './support/ask.ts';
import { auditLogWith, type LoggedEvent } from './support/audit-log.ts';
import { lookUpClaim, prepare, source, stageReserve } from './support/reserve.ts';
import { dispatch, newKey, openRun, pathOf, purpose } from './support/run.ts';
import { answered, refused, stagedWithKey } from './support/shapes.ts';

const claim = 'CLM-2026-000052';
const lookup = { identifier: claim, source };

async function eventOf(answer: ApiAnswer, by: Parameters<typeof auditLogWith>[0]): Promise<LoggedEvent | undefined> {
  const logged = await auditLogWith(by, [answer.eventId]);
  return logged.find(({ eventId }) => eventId === answer.eventId);
}

it('A caller without the clearance gets 403, and the audit event names the policies that decided', async () => {
  const run = await openRun('intern-agent');
  const answer = await lookUpClaim(run, claim);
  expect(refused(answer)).toMatchObject({ status: 403, code: 'permission.denied' });
  expect(answer.text).not.toContain('collision');
  const event = await eventOf(answer, { run: run.runId });
  expect(event).toMatchObject({ kind: 'dispatch', outcome: 'refused', code: 'permission.denied', verdict: 'deny' });
  expect(event?.actor).toEqual({ kind: 'agent', id: 'intern-agent', name: 'intern-agent' });
  expect(event?.policies?.join()).toContain('clearance');
});

it('A caller without the scope gets 403 before its cited events are checked', async () => {
  const run = await openRun('intern-agent');
  const { staging } = await stageReserve({ claim });
  const answer = await dispatch(run, 'tool.reserve.stage', { body: staging, key: newKey() });
  expect(refused(answer)).toMatchObject({ status: 403, code: 'permission.denied' });
  const event = await eventOf(answer, { run: run.runId });
  expect(event).toMatchObject({ code: 'permission.denied', verdict: 'deny', tool: 'tool.reserve.stage' });
  expect(event?.policies?.join()).toContain('scope');
});

it('A caller gets 403 if the caller or the tool does not allow the purpose of the call', async () => {
  const headers = { 'purpose-of-use': 'underwriting.review' };
  const body = { identifier: 'POL-2026-000124', source };
  const intern = await ask('intern-agent', { method: 'POST', path: pathOf('tool.policy.lookup'), headers, body });
  expect(refused(intern)).toMatchObject({ status: 403, code: 'permission.denied' });
  const event = await eventOf(intern, { caller: 'intern-agent' });
  expect(event).toMatchObject({ code: 'permission.denied', purpose: 'underwriting.review' });
  expect(event?.policies?.join()).toContain('purpose');

  const adjuster = await ask('adjuster', { method: 'POST', path: pathOf('tool.claim.lookup'), headers, body: lookup });
  expect(refused(adjuster)).toMatchObject({ status: 403, code: 'permission.denied' });
  const opened = await ask('intern-agent', {
    method: 'POST',
    path: '/v1/runs',
    body: { purpose: 'underwriting.review' },
  });
  expect(refused(opened)).toMatchObject({ status: 403, code: 'permission.denied' });
});

it('A call without a purpose is refused outside a run, and a call with another purpose than its run is refused', async () => {
  const path = pathOf('tool.claim.lookup');
  const none = await ask('claims-agent', { method: 'POST', path, body: lookup });
  expect(refused(none)).toMatchObject({ status: 400, code: 'purpose.required' });
  expect(await eventOf(none, { caller: 'claims-agent' })).toMatchObject({ code: 'purpose.required' });
  const run = await openRun();
  const headers = { 'run-id': run.runId, 'purpose-of-use': 'underwriting.review' };
  const differs = await ask('claims-agent', { method: 'POST', path, headers, body: lookup });
  expect(refused(differs)).toMatchObject({ status: 400, code: 'purpose.differs' });
});

it('A staging without a run is refused; a staging without a key is given one, and a retry with it finds the same Action', async () => {
  const run = await openRun();
  const staging = await prepare(run, { claim });
  const path = pathOf('tool.reserve.stage');
  const headers = { 'purpose-of-use': purpose, 'idempotency-key': newKey() };
  const runless = await ask('claims-agent', { method: 'POST', path, headers, body: staging });
  expect(refused(runless)).toMatchObject({ status: 400, code: 'run.required' });
  expect(await eventOf(runless, { caller: 'claims-agent' })).toMatchObject({ code: 'run.required' });
  const keyless = await dispatch(run, 'tool.reserve.stage', { body: staging });
  const { id, idempotencyKey } = answered(keyless, stagedWithKey).result;
  const again = await dispatch(run, 'tool.reserve.stage', { body: staging, key: idempotencyKey });
  expect(answered(again, stagedWithKey).result.id).toBe(id);
  expect(again.replayed).toBe(true);
  const short = await dispatch(run, 'tool.reserve.stage', { body: staging, key: 'short' });
  expect(refused(short)).toMatchObject({ status: 400, code: 'header.malformed' });
});

it('A call that names a run of another caller gets 404', async () => {
  const { runId } = await openRun();
  const headers = { 'purpose-of-use': purpose, 'run-id': runId };
  const body = { value: 'a', target: { kind: 'hash', algorithm: 'sha256' } };
  const answer = await ask('intern-agent', { method: 'POST', path: pathOf('tool.money.convert'), headers, body });
  expect(refused(answer)).toMatchObject({ status: 404, code: 'run.unknown' });
});

it('If a caller cites an event of another run or another caller, it gets the 404 of an event that does not exist', async () => {
  const { staging } = await stageReserve({ claim });
  for (const who of ['claims-agent', 'adjuster']) {
    const run = await openRun(who);
    const answer = await dispatch(run, 'tool.reserve.stage', { body: staging, key: newKey() });
    const absent = staging.basis.replace(/[0-9a-f]{64}/, '0'.repeat(64));
    const missing = await dispatch(run, 'tool.reserve.stage', {
      body: { ...staging, basis: absent, evidence: [] },
      key: newKey(),
    });
    expect(refused(answer)).toMatchObject({ status: 404, code: 'event.unknown' });
    expect({ ...refused(answer), eventId: '' }).toEqual({ ...refused(missing), eventId: '' });
  }
});

it('A call to an unknown path, or of a tool on another function’s path, gets 404 and is audited', async () => {
  const headers = { 'purpose-of-use': purpose };
  const nowhere = await ask('intern-agent', { method: 'GET', path: '/v1/elsewhere' });
  expect(refused(nowhere)).toMatchObject({ status: 404, code: 'function.unknown' });
  expect(await eventOf(nowhere, { caller: 'intern-agent' })).toMatchObject({
    kind: 'request',
    outcome: 'refused',
    code: 'function.unknown',
    subject: 'GET /v1/elsewhere',
  });
  const misplaced = await ask('claims-agent', {
    method: 'POST',
    path: '/v1/conversion/tool.claim.lookup',
    headers,
    body: lookup,
  });
  expect(refused(misplaced)).toMatchObject({ status: 404, code: 'function.unknown' });
  expect(await eventOf(misplaced, { caller: 'claims-agent' })).toMatchObject({
    kind: 'dispatch',
    tool: 'tool.claim.lookup',
  });
  const unknown = await ask('claims-agent', {
    method: 'POST',
    path: '/v1/lookup/tool.party.lookup',
    headers,
    body: lookup,
  });
  expect(refused(unknown)).toMatchObject({ status: 404, code: 'tool.unknown' });
});

it('A caller who is not an auditor gets 404 when it reads the audit log', async () => {
  for (const who of ['claims-agent', 'adjuster', 'approver-1', 'operator']) {
    const answer = await ask(who, { method: 'GET', path: '/v1/audit/events?caller=claims-agent' });
    expect(refused(answer)).toMatchObject({ status: 404, code: 'function.unknown' });
  }
});

it('A caller who reads an Action of another caller gets 404', async () => {
  const { actionId } = await stageReserve({ claim });
  const answer = await ask('intern-agent', { method: 'GET', path: `/v1/actions/${actionId}` });
  expect(refused(answer)).toMatchObject({ status: 404, code: 'action.unknown' });
});

it('A call of a tool version that the caller does not pin gets 403, and one of a version that does not exist gets 404', async () => {
  const run = await openRun('intern-agent');
  const { actionId } = await stageReserve({ claim });
  const subject = { subject: { kind: 'Action', id: actionId }, queue: 'queue.claims-approvals' };
  const unpinned = await dispatch(run, 'tool.reserve.request-approval', { body: subject });
  expect(refused(unpinned)).toMatchObject({ status: 403, code: 'version.not_pinned' });
  const headers = { 'purpose-of-use': purpose, 'tool-version': '9.9.9' };
  const path = pathOf('tool.claim.lookup');
  const unknown = await ask('claims-agent', { method: 'POST', path, headers, body: lookup });
  expect(refused(unknown)).toMatchObject({ status: 404, code: 'version.unknown' });
  const human = await ask('auditor', { method: 'POST', path, headers: { 'purpose-of-use': purpose }, body: lookup });
  expect(refused(human)).toMatchObject({ status: 403, code: 'version.not_pinned' });
});
