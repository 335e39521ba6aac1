import { beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { LocalFailure } from '../../local/cloud/failure.ts';
import { playJourney } from '../../local/demo/journey/journey.ts';
import type { JourneyStep } from '../../local/demo/journey/step.ts';
import { eventually } from '../support/eventually.ts';
import { tenantParts, resourcesOf, type Deployed } from './probe/deployed.ts';
import { rights } from './probe/rights.ts';
import { coldStart, withoutRight, withoutGrant, type RoleGrant } from './probe/changed-grants.ts';
import { newRows, readRows, type TableRows } from './probe/table-rows.ts';
import { writesTo } from './support/policy-admin.ts';

const { demo } = inject('deployment');
const claim = 'CLM-2026-000045';

let account: Deployed;
let before: TableRows;
let writesBefore: number;

beforeAll(async () => {
  account = await resourcesOf(demo, tenantParts(rights(), ['sor.policy-admin']));
});
beforeEach(async () => {
  before = await readRows(demo, account);
  writesBefore = (await writesTo(claim)).length;
});

const required = (value: string | undefined): string => {
  if (value === undefined) throw new Error('not deployed');
  return value;
};
const grant = (owner: string, action: string, resource: string | undefined): RoleGrant => ({
  roleArn: required(account.roles.get(owner)),
  action,
  resource: required(resource),
});

interface Stopped {
  readonly steps: readonly string[];
  readonly failure: LocalFailure;
}

/**
 * Plays the journey until it stops.
 *
 * @param settlesWithinMillis the time that the journey waits for a change of state; short if the change is not expected
 * @returns the steps that were played, and the failure
 * @throws if the journey does not stop before its end
 */
async function playUntilStopped(settlesWithinMillis = 20_000): Promise<Stopped> {
  const steps: JourneyStep[] = [];
  try {
    await playJourney(demo, (step) => steps.push(step), { settlesWithinMillis });
  } catch (failure) {
    if (failure instanceof LocalFailure) return { steps: steps.map(({ name }) => name), failure };
    throw failure;
  }
  throw new Error('the journey was played to its end without the grant');
}

const changes = async () => ({
  ...newRows(before, await readRows(demo, account)),
  writes: (await writesTo(claim)).length - writesBefore,
});

describe('The claim’s steps without one grant of a role', () => {
  it('If the role of the function `lookup` may not read the secret, the claim’s steps stop at the lookup of the policy, and nothing is staged', async () => {
    const read = grant('lookup', 'secretsmanager:GetSecretValue', account.secrets.get('read'));
    const { steps, failure } = await withoutGrant(demo, read, async () => {
      // A warm worker caches the credential, so the function must start cold.
      await coldStart(demo, required(account.functions.get('lookup')));
      return playUntilStopped();
    });
    expect(failure.what).toContain('look the policy up');
    expect(failure.why).toContain('The status of the answer was 503 instead of 200. dependency.unavailable');
    expect(steps).toEqual([
      'open a run',
      'send the loss notice',
      'send the garage’s invoice',
      'extract the policy',
      'extract the loss date',
      'extract the total',
      'extract the invoice’s date',
    ]);
    expect(await changes()).toEqual({ actions: [], tasks: [], decisions: 0, effects: 0, writes: 0 });
  });

  it('If the role of the function `action-staging` may not put Actions, the claim’s steps stop at the staging, and neither an Action nor the record of a successful call is stored', async () => {
    const put = grant('action-staging', 'dynamodb:PutItem', tableArn('actions'));
    const { steps, failure } = await withoutGrant(demo, put, () => playUntilStopped());
    expect(failure.what).toContain('stage the change');
    expect(failure.why).toContain(
      'The status of the answer was 500 instead of 200. internal: the write failed: refused.',
    );
    expect(steps.at(-1)).toBe('validate the reserve');
    expect(await changes()).toEqual({ actions: [], tasks: [], decisions: 0, effects: 0, writes: 0 });
  });

  it('If the role of the function `approval-start` may not start the approval machine, the Task opens only after the right is given back', async () => {
    const start = grant('approval-start', 'states:StartExecution', account.machines.get('approval'));
    const { steps, failure, changesMeanwhile } = await withoutGrant(demo, start, async () => ({
      ...(await playUntilStopped(3000)),
      changesMeanwhile: await changes(),
    }));
    expect(failure.why).toContain('opening the task, which did not happen');
    expect(steps.at(-1)).toBe('ask for approval');
    expect(changesMeanwhile).toEqual({
      actions: ['staged'],
      tasks: ['requested'],
      decisions: 0,
      effects: 2,
      writes: 0,
    });
    // The stream still has the record of the Task and delivers it again.
    await vi.waitFor(async () => expect((await changes()).tasks).toEqual(['open']), eventually);
  });

  it('If the role of the function `decide` may not update Tasks, the grant fails with 500, no Decision is stored, and the Task stays open', async () => {
    const update = grant('decide', 'dynamodb:UpdateItem', tableArn('tasks'));
    const { steps, failure } = await withoutGrant(demo, update, () => playUntilStopped());
    expect(failure.what).toContain('grant it');
    expect(failure.why).toContain(
      'The status of the answer was 500 instead of 200. internal: the write failed: refused.',
    );
    expect(steps.at(-1)).toBe('read the case');
    expect(await changes()).toEqual({ actions: ['pending'], tasks: ['open'], decisions: 0, effects: 2, writes: 0 });
  });

  it('If the role of the function `commit-send` may not read the secret, nothing is sent; after the right is given back, the change is made once', async () => {
    const write = grant('commit-send', 'secretsmanager:GetSecretValue', account.secrets.get('write'));
    const { steps, failure, changesMeanwhile } = await withoutGrant(demo, write, async () => {
      await coldStart(demo, required(account.functions.get('commit-send')));
      return { ...(await playUntilStopped(6000)), changesMeanwhile: await changes() };
    });
    expect(failure.why).toContain('the commit, which did not happen');
    expect(steps.at(-1)).toBe('grant it');
    expect(changesMeanwhile).toEqual({
      actions: ['approved'],
      tasks: ['granted'],
      decisions: 1,
      effects: 2,
      writes: 0,
    });
    await vi.waitFor(async () => expect((await changes()).actions).toEqual(['committed']), eventually);
    expect((await changes()).writes).toBe(1);
  });

  it('After all rights are given back, the claim’s steps are played to their end', async () => {
    const steps = await playJourney(demo, () => {}, { settlesWithinMillis: 30_000 });
    expect(steps.at(-1)?.name).toBe('read the audit log');
    // The reserve and the letter are one Action each; only the reserve is a change of the claim.
    expect(await changes()).toMatchObject({
      actions: ['committed', 'committed'],
      tasks: ['granted', 'granted'],
      decisions: 2,
      writes: 1,
    });
  });
});

describe('The removal of one right', () => {
  const one = {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['a:Get', 'a:Put'], Resource: ['x', 'y'] }],
  };

  it('If one right is removed, every other right of its statement remains', () => {
    expect(withoutRight(one, { action: 'a:Put', resource: 'x' }).Statement).toEqual([
      { Effect: 'Allow', Action: ['a:Get'], Resource: ['x', 'y'] },
      { Effect: 'Allow', Action: ['a:Put'], Resource: ['y'] },
    ]);
  });

  it('If a test removes a right that the role does not have, an error is thrown, so that no test passes by accident', () => {
    expect(() => withoutRight(one, { action: 'a:Delete', resource: 'x' })).toThrow(
      'does not have the right a:Delete on x',
    );
  });
});

const tableArn = (store: 'actions' | 'tasks'): string =>
  `arn:aws:dynamodb:${demo.region}:000000000000:table/${required(account.tables.get(store))}`;
