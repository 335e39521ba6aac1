import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { dynamoClient, tokenServiceClient } from '../../adapters/aws/client.ts';
import { callerIdentity } from '../../adapters/aws/caller-identity.ts';
import { DynamoDatabase } from '../../adapters/aws/dynamo-database.ts';
import { resumeOf } from '../../bin/commands/resume.ts';
import { suspendOf } from '../../bin/commands/suspend.ts';
import type { Suspendable } from '../../contract/authority/suspension.ts';
import { ask } from './support/ask.ts';
import { auditLog } from './support/audit-log.ts';
import { journalOfRef, resetSwitches, setSwitches } from './support/policy-admin.ts';
import { decide, lookUpClaim, openTask, prepare, stage } from './support/reserve.ts';
import { openRun } from './support/run.ts';
import { refused } from './support/shapes.ts';
import { readAction, until, untilState } from './support/until.ts';

/** Runs `logic-plane suspend` or `resume` against the deployment. */
async function operate(verb: 'suspend' | 'resume', what: Suspendable, name?: string): Promise<Record<string, unknown>> {
  const { demo, outputs } = inject('deployment');
  const { endpoint, region, credentials } = demo;
  const elsewhere = { endpoint, region, credentials };
  const stores = async () => ({
    database: new DynamoDatabase(dynamoClient(elsewhere), (store) => outputs.data.Tables[store] ?? ''),
    places: [demo.releaseDirectory ?? ''],
    operator: () => callerIdentity(tokenServiceClient(elsewhere)),
  });
  const command = verb === 'suspend' ? suspendOf(what, { stores, now: Date.now, sleep }) : resumeOf(what, stores);
  let out = '';
  const given = {
    operands: name === undefined ? [] : [name],
    options: { reason: 'a test' },
    tenant: 'demo',
    tenantsDir: 'tenants',
    json: true,
  };
  await command.run(given, { out: (text) => (out += text), err: () => undefined, color: false });
  return JSON.parse(out) as Record<string, unknown>;
}

const kind = 'action.reserve.change';
let suspended: readonly [Suspendable, string | undefined] | undefined;
async function whileSuspended<T>(
  what: Suspendable,
  name: string | undefined,
  work: (told: Record<string, unknown>) => Promise<T>,
): Promise<T> {
  suspended = [what, name];
  const result = await work(await operate('suspend', what, name));
  await operate('resume', what, name);
  suspended = undefined;
  // Every function has read the head again by then.
  await sleep(5000);
  return result;
}

afterAll(async () => {
  await resetSwitches();
  if (suspended) await operate('resume', ...suspended);
});

describe('Suspensions of a deployment', () => {
  it('While an action kind is suspended, a granted change is held and nothing of this kind is staged; after resume, the change is applied once', async () => {
    const claim = 'CLM-2026-000067';
    const open = await openTask({ claim });
    await setSwitches({ unavailableNext: 1, appliesTo: 'writes', pathPrefix: `/claims/${claim}/reserve` });
    expect((await decide('approver-1', open, { decision: 'grant' })).status).toBe(200);
    await untilState(open.actionId, 'outcome_unknown');
    await whileSuspended('kind', kind, async (told) => {
      expect(told).toMatchObject({ suspended: kind, sent: 1 });
      const held = await until('holding the Action', async () => {
        const action = await readAction('claims-agent', open.actionId);
        return action.reason === 'kind.suspended' ? action : undefined;
      });
      expect(held).toMatchObject({ state: 'approved', attempts: 1 });
      const run = await openRun();
      expect(refused(await stage(run, await prepare(run, { claim: 'CLM-2026-000068' })))).toMatchObject({
        status: 403,
        code: 'kind.suspended',
      });
      expect((await journalOfRef(open.actionId)).changes).toEqual([]);
    });
    await untilState(open.actionId, 'committed');
    expect((await journalOfRef(open.actionId)).changes).toHaveLength(1);
  });

  it('While an agent is suspended, its calls and runs are refused and other callers go on; the log names the person and the reason', async () => {
    const [run, other] = [await openRun(), await openRun('adjuster')];
    await whileSuspended('agent', 'claims-agent', async () => {
      const lookUp = (of: typeof run) => lookUpClaim(of, 'CLM-2026-000068');
      expect(refused(await lookUp(run))).toMatchObject({ status: 403, code: 'agent.suspended' });
      const opened = await ask('claims-agent', { method: 'POST', path: '/v1/runs', body: {} });
      expect(refused(opened)).toMatchObject({ status: 403, code: 'agent.suspended' });
      expect((await lookUp(other)).status).toBe(200);
    });
    const day = new Date().toISOString().slice(0, 10);
    const event = await until('logging the suspension', async () => {
      const { events } = await auditLog({ day, from: new Date(Date.now() - 600_000).toISOString() });
      return events.find(({ kind: of, subject }) => of === 'release' && subject === 'agent/claims-agent');
    });
    expect(event).toMatchObject({ step: 'suspended', reason: 'a test', actor: { kind: 'human', name: 'root' } });
  });

  it('While all work is suspended, every call is refused and a change cannot be granted; after resume it can', async () => {
    const open = await openTask({ claim: 'CLM-2026-000068' });
    await whileSuspended('all', undefined, async () => {
      expect(refused(await lookUpClaim(open.run, 'CLM-2026-000068'))).toMatchObject({
        status: 403,
        code: 'all.suspended',
      });
      expect(refused(await decide('approver-1', open, { decision: 'grant' }))).toMatchObject({
        status: 403,
        code: 'all.suspended',
      });
    });
    expect((await decide('approver-1', open, { decision: 'grant' })).status).toBe(200);
    await untilState(open.actionId, 'committed');
  });
});
