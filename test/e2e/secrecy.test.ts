import { randomInt, randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { tokenOf } from './support/ask.ts';
import { auditLogWith, transitionsOf } from './support/audit-log.ts';
import { logLines } from './support/logs.ts';
import { decide, lookUpClaim, openTask, requestApproval, stage, type Staging } from './support/reserve.ts';
import { dispatch, openRun } from './support/run.ts';
import { answered, claimFound } from './support/shapes.ts';
import { untilState } from './support/until.ts';

it('No token, secret or argument value is in the audit log or in a function’s log', async () => {
  const since = Date.now();
  const { demo } = inject('deployment');
  const marker = `zx${randomUUID().replaceAll('-', '')}`;
  const claim = 'CLM-2026-000062';
  const amount = `26${randomInt(100, 1000)}.${randomInt(10, 100)}`;
  const open = await openTask({ claim, amount, reason: `Hasar ${marker}`, rationale: `Because of ${marker}` });
  const { run } = open;
  // These calls cause every refusal that handles a value, and one answer with personal data.
  const invalid: unknown = { ...open.staging, rationale: marker.repeat(99) };
  await stage(run, invalid);
  await stage(run, changed(open.staging, '99999.99', marker));
  await stage(run, changed(open.staging, '99999.99', marker), open.key);
  await dispatch(run, 'tool.money.convert', { body: `{"${marker}":"${marker}","${marker}":1}` });
  await dispatch(run, 'tool.money.convert', { body: { value: marker, target: { kind: 'hash', algorithm: marker } } });
  await dispatch(run, 'tool.claim.lookup', { body: { identifier: marker, source: 'sor.policy-admin' } });
  await requestApproval(run, open.actionId, { sla: 'PT99H' });
  const intern = await openRun('intern-agent');
  await dispatch(intern, 'tool.money.convert', {
    body: { value: marker, target: { kind: 'hash', algorithm: 'sha256' } },
  });
  const personal = answered(await lookUpClaim(run, claim), claimFound).result.object.description;
  await decide('approver-1', open, { decision: 'grant' });
  const transitions = await transitionsOf(await untilState(open.actionId, 'committed'));
  const logged = JSON.stringify([
    await auditLogWith({ run: run.runId }, run.eventIds),
    await auditLogWith({ run: intern.runId }, intern.eventIds),
    transitions,
  ]);
  const lines = await logLines(since);
  expect(lines.filter((line) => line.includes('REPORT')).length).toBeGreaterThan(20);

  const tokens = await Promise.all(['claims-agent', 'intern-agent', 'approver-1', 'auditor'].map(tokenOf));
  const values = [marker, amount, '99999.99', personal];
  const secrets = [
    ...Object.values(demo.sorCredentials),
    ...Object.values(demo.logins).map(({ password }) => password),
  ];
  const signatures = tokens.map((token) => token.split('.')[2] ?? token);
  for (const secret of [...values, ...secrets, ...signatures, ...tokens]) {
    expect(logged.includes(secret), 'a value in the audit log').toBe(false);
    expect(
      lines.filter((line) => line.includes(secret)),
      'a value in a log',
    ).toEqual([]);
  }
  // A task token is a secret as well, so no log may have one.
  expect(lines.filter((line) => /taskToken|"token"\s*:/i.test(line))).toEqual([]);
});

const changed = (staging: Staging, amount: string, reason: string): Staging => ({
  ...staging,
  action: { ...staging.action, payload: { ...staging.action.payload, amount, reason } },
});
