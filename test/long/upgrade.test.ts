import { afterAll, expect, it } from 'vitest';
import { projectRoot } from '../../local/cloud/paths.ts';
import { journalOfRef, resetSwitches, setSwitches } from '../e2e/support/policy-admin.ts';
import { decide, openTask, type Open } from '../e2e/support/reserve.ts';
import { decisionsOf } from '../e2e/support/two-approvers.ts';
import { readAction, until, untilState } from '../e2e/support/until.ts';
import { deployBuild, nextBuild, pauseName } from './builds.ts';
import { deployedBuild, executionOf } from './deployed-build.ts';

afterAll(resetSwitches);

/** Two deploys, and a pause between two lookups of up to 300 s. */
const hangsAfterMillis = 1_800_000;

it(
  'If build N+1 and then build N again are deployed while approvals wait and a commit is under way, each Action is committed once by one Decision',
  async () => {
    const first = await deployedBuild();
    const waiting = await openTask({ claim: 'CLM-2026-000053' });
    const sending = await openTask({ claim: 'CLM-2026-000054' });
    await sendWithoutAnswer(sending);

    await timed('deploy of build N+1', () => deployBuild(nextBuild()));
    const second = await deployedBuild();
    expect(second.code).not.toBe(first.code);
    expect(second.states).toEqual(first.states.map((name) => (name === pauseName.present ? pauseName.next : name)));
    // This Action is staged, and its execution starts, under build N+1.
    const ofNext = await openTask({ claim: 'CLM-2026-000055' });

    await timed('deploy of build N', () => deployBuild(projectRoot));
    expect(await deployedBuild()).toEqual(first);
    expect((await readAction('claims-agent', sending.actionId)).state).toBe('outcome_unknown');
    await resetSwitches();
    expect((await decide('approver-1', waiting, { decision: 'grant' })).status).toBe(200);
    await untilState(waiting.actionId, 'committed');
    await setSwitches({ loseAnswerNext: 1, pathPrefix: `/claims/${ofNext.staging.action.targetRef}/reserve` });
    expect((await decide('approver-2', ofNext, { decision: 'grant' })).status).toBe(200);
    await untilState(ofNext.actionId, 'committed');
    await expect
      .poll(async () => (await readAction('claims-agent', sending.actionId)).state, {
        timeout: 600_000,
        interval: 1000,
      })
      .toBe('committed');

    for (const open of [waiting, sending, ofNext]) await expectOneEffect(open);
    const all = [waiting, sending, ofNext];
    expect(await decisionsOf(all.map(({ taskId }) => taskId))).toEqual([1, 1, 1]);
    const executions = await Promise.all(all.map(({ taskId }) => endOf(first.machineArn, taskId)));
    // Each execution continues with the definition of the build that started it.
    expect(executions.map(({ entered }) => entered.find(isPauseOfLookup))).toEqual([
      undefined,
      pauseName.present,
      pauseName.next,
    ]);
  },
  hangsAfterMillis,
);

const isPauseOfLookup = (name: string): boolean => name === pauseName.present || name === pauseName.next;

/**
 * Grants a change whose answer is lost. After it is applied, the system of record answers no lookup, so the outcome is not
 * known until the switches are reset.
 */
async function sendWithoutAnswer(open: Open): Promise<void> {
  const noLookups = { unavailableNext: 1000, appliesTo: 'reads' } as const;
  // This prefix covers the claim and the lookups of changes.
  await setSwitches({ ...noLookups, loseAnswerNext: 1, pathPrefix: '/c' });
  expect((await decide('approver-1', open, { decision: 'grant' })).status).toBe(200);
  await until('the change', async () => ((await journalOfRef(open.actionId)).changes.length > 0 ? true : undefined));
  await setSwitches({ ...noLookups, pathPrefix: '/changes' });
  await untilState(open.actionId, 'outcome_unknown');
}

/** Checks that the SoR applied the change of an Action once, and got no second request to apply it. */
async function expectOneEffect({ actionId }: Open): Promise<void> {
  const { requests, changes } = await journalOfRef(actionId);
  expect(changes.map(({ ref }) => ref)).toEqual([actionId]);
  expect(requests.filter(({ method }) => method === 'PUT').map(({ status }) => status)).toEqual([200]);
}

/** Waits for the end of an execution. @throws if it does not succeed */
const endOf = (machineArn: string, taskId: string) =>
  until(`the end of the execution of ${taskId}`, async () => {
    const execution = await executionOf(machineArn, taskId);
    if (!['RUNNING', 'SUCCEEDED'].includes(execution.status)) throw new Error(`the execution is ${execution.status}`);
    return execution.status === 'RUNNING' ? undefined : execution;
  });

/** Runs the work and prints its duration. */
async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const since = performance.now();
  await work();
  process.stdout.write(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s\n`);
}
