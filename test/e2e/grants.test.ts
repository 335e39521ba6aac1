import { beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { LocalFailure } from '../../local/cloud/failure.ts';
import { playJourney } from '../../local/demo/journey/journey.ts';
import type { JourneyStep } from '../../local/demo/journey/step.ts';
import { eventually } from '../support/eventually.ts';
import { madeFor, resourcesOf, type Deployed } from './probe/deployed.ts';
import { rights } from './probe/rights.ts';
import { coldStart, lessened, withoutGrant, type RoleGrant } from './probe/changed-grants.ts';
import { newIn, worldOf, type World } from './probe/world.ts';
import { writesTo } from './support/policy-admin.ts';

const { demo } = inject('deployment');
const { endpoint } = demo;
const claim = 'CLM-2026-000045';

let account: Deployed;
let before: World;
let writesBefore: number;

beforeAll(async () => {
  account = await resourcesOf(endpoint, madeFor(rights(), ['sor.policy-admin']));
});
beforeEach(async () => {
  before = await worldOf(endpoint, account);
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
 * Plays the journey until it stops and returns the step at which it stopped.
 *
 * @param settlesWithinMillis short if the journey is expected to wait in vain
 * @throws if the journey is played to its end
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
  ...newIn(before, await worldOf(endpoint, account)),
  writes: (await writesTo(claim)).length - writesBefore,
});

describe('If a grant is removed in the account, the journey stops at the step that needs it and leaves nothing half done', () => {
  it('lookup without its right to read the secret: the policy is not looked up', async () => {
    const read = grant('lookup', 'secretsmanager:GetSecretValue', account.secrets.get('read'));
    const { steps, failure } = await withoutGrant(endpoint, read, async () => {
      // A warm worker caches the credential, so the function must start cold.
      await coldStart(endpoint, required(account.functions.get('lookup')));
      return playUntilStopped();
    });
    expect(failure.what).toContain('look the policy up');
    expect(failure.why).toContain('The answer was 503 instead of 200. dependency.unavailable');
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

  it('action-staging without its right to put Actions: nothing is staged, and no successful call is recorded', async () => {
    const put = grant('action-staging', 'dynamodb:PutItem', tableArn('actions'));
    const { steps, failure } = await withoutGrant(endpoint, put, () => playUntilStopped());
    expect(failure.what).toContain('stage the change');
    expect(failure.why).toContain('The answer was 500 instead of 200. internal: the write failed: refused.');
    expect(steps.at(-1)).toBe('validate the reserve');
    expect(await changes()).toEqual({ actions: [], tasks: [], decisions: 0, effects: 0, writes: 0 });
  });

  it('approval-start without its right to start the approval machine: the Task opens only after the right is given back', async () => {
    const start = grant('approval-start', 'states:StartExecution', account.machines.get('approval'));
    const { steps, failure, met } = await withoutGrant(endpoint, start, async () => ({
      ...(await playUntilStopped(3000)),
      met: await changes(),
    }));
    expect(failure.why).toContain('opening the task, which did not happen');
    expect(steps.at(-1)).toBe('ask for approval');
    expect(met).toEqual({ actions: ['staged'], tasks: ['requested'], decisions: 0, effects: 2, writes: 0 });
    // The stream kept the record and delivers it again.
    await vi.waitFor(async () => expect((await changes()).tasks).toEqual(['open']), eventually);
  });

  it('decide without its right to update Tasks: the grant is refused, no Decision is stored, and the Task stays open', async () => {
    const update = grant('decide', 'dynamodb:UpdateItem', tableArn('tasks'));
    const { steps, failure } = await withoutGrant(endpoint, update, () => playUntilStopped());
    expect(failure.what).toContain('grant it');
    expect(failure.why).toContain('The answer was 500 instead of 200. internal: the write failed: refused.');
    expect(steps.at(-1)).toBe('read the case');
    expect(await changes()).toEqual({ actions: ['pending'], tasks: ['open'], decisions: 0, effects: 2, writes: 0 });
  });

  it('commit-send without its right to read the secret: nothing is sent; after the right is given back, the change is made once', async () => {
    const write = grant('commit-send', 'secretsmanager:GetSecretValue', account.secrets.get('write'));
    const { steps, failure, met } = await withoutGrant(endpoint, write, async () => {
      await coldStart(endpoint, required(account.functions.get('commit-send')));
      return { ...(await playUntilStopped(6000)), met: await changes() };
    });
    expect(failure.why).toContain('the commit, which did not happen');
    expect(steps.at(-1)).toBe('grant it');
    expect(met).toEqual({ actions: ['approved'], tasks: ['granted'], decisions: 1, effects: 2, writes: 0 });
    await vi.waitFor(async () => expect((await changes()).actions).toEqual(['committed']), eventually);
    expect((await changes()).writes).toBe(1);
  });

  it('After all rights are given back, the journey is played to its end', async () => {
    const steps = await playJourney(demo, () => {}, { settlesWithinMillis: 30_000 });
    expect(steps.at(-1)?.name).toBe('read the audit log');
    // The reserve and the letter are an Action each; one of them changes the claim.
    expect(await changes()).toMatchObject({
      actions: ['committed', 'committed'],
      tasks: ['granted', 'granted'],
      decisions: 2,
      writes: 1,
    });
  });
});

describe('removing one right', () => {
  const one = {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['a:Get', 'a:Put'], Resource: ['x', 'y'] }],
  };

  it('leaves every other right of its statement', () => {
    expect(lessened(one, { action: 'a:Put', resource: 'x' }).Statement).toEqual([
      { Effect: 'Allow', Action: ['a:Get'], Resource: ['x', 'y'] },
      { Effect: 'Allow', Action: ['a:Put'], Resource: ['y'] },
    ]);
  });

  it('throws if the role does not have the right, so that no test passes by accident', () => {
    expect(() => lessened(one, { action: 'a:Delete', resource: 'x' })).toThrow('does not hold a:Delete on x');
  });
});

const tableArn = (store: 'actions' | 'tasks'): string =>
  `arn:aws:dynamodb:${demo.region}:000000000000:table/${required(account.tables.get(store))}`;
