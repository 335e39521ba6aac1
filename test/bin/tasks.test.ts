import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { putAction, putTask } from '../../adapters/tables/rows.ts';
import { cancelActionOf, listActionsOf, resolveActionOf, showActionOf } from '../../bin/commands/actions.ts';
import { listTasksOf, reassignTaskOf, showTaskOf, voteOf } from '../../bin/commands/tasks.ts';
import type { Command } from '../../bin/command.ts';
import { ApiRefused } from '../../bin/api/refused.ts';
import { actionId } from '../../contract/dispatch/keys.ts';
import { sha256 } from '../../contract/values/canonical.ts';
import { actionsHandler } from '../../lambdas/actions/actions.ts';
import { decideTask } from '../../lambdas/decide/decide-task.ts';
import { reassignTask } from '../../lambdas/reassign/reassign-task.ts';
import { resolveAction } from '../../lambdas/resolve/resolve-action.ts';
import { readTarget } from '../../lambdas/task-target/read-target.ts';
import { tasks } from '../../lambdas/tasks/tasks.ts';
import { withdrawAction } from '../../lambdas/withdraw/withdraw-action.ts';
import { apiServer, type ApiServer } from '../support/api-server.ts';
import {
  agent,
  blindSor,
  human,
  insurerRelease,
  planeWorld,
  queue,
  requestedTask,
  stagedAction,
  start,
  type PlaneWorld,
} from '../support/plane.ts';

const callers = {
  approver: human('approver-1'),
  operator: human('operator', ['operators']),
  requester: agent,
  stranger: human('stranger', ['second-approvers']),
};
type Who = keyof typeof callers;

let plane: PlaneWorld;
let server: ApiServer;

const worldWith = async (options: Parameters<typeof planeWorld>[0] = {}): Promise<void> => {
  plane = await planeWorld({ task: { state: 'open' }, action: { state: 'pending' }, ...options });
};

beforeAll(async () => {
  const tokens = { resume: async () => 'gone' as const };
  const connectors = { read: async () => ({ kind: 'unavailable', reason: 'none' }) as const };
  const now = () => start;
  const sleep = async (): Promise<void> => undefined;
  server = await apiServer(
    {
      'GET /v1/tasks': (request) => tasks(plane)['GET /v1/tasks'](request),
      'GET /v1/tasks/{id}': (request) => tasks(plane)['GET /v1/tasks/{id}'](request),
      'GET /v1/tasks/{id}/target': (request) => readTarget({ ...plane, connectors })(request),
      'POST /v1/tasks/{id}/decision': (request) => decideTask({ ...plane, tokens })(request),
      'POST /v1/tasks/{id}/reassign': (request) => reassignTask({ ...plane, now })(request),
      'GET /v1/actions': (request) => actionsHandler({ ...plane, sleep })['GET /v1/actions'](request),
      'GET /v1/actions/{id}': (request) => actionsHandler({ ...plane, sleep })['GET /v1/actions/{id}'](request),
      'POST /v1/actions/{id}/withdraw': (request) => withdrawAction({ ...plane, tokens, now })(request),
      'POST /v1/actions/{id}/resolve': (request) => resolveAction({ ...plane, now })(request),
    },
    callers,
    start,
  );
});
afterAll(() => server.close());
beforeEach(() => worldWith());

/** Runs one command as a person. @returns its exit code and its texts */
async function run(
  who: Who | 'nobody',
  of: (signIn: () => Promise<{ apiUrl: string; token: string }>) => Command,
  { operands = [], options = {}, json = false }: Partial<Parameters<Command['run']>[0]> = {},
) {
  let [out, err] = ['', ''];
  const command = of(async () => ({ apiUrl: server.apiUrl, token: who }));
  const given = { operands, options, json, tenant: 'demo', tenantsDir: 'tenants' };
  const io = { out: (text: string) => (out += text), err: (text: string) => (err += text), color: false };
  const code = await command.run(given, { ...io, out: (text) => void io.out(text), err: (text) => void io.err(text) });
  return { code, out, err };
}

const digits = (): string => plane.digest.slice(0, 12);

describe('The command `tasks list`', () => {
  it('Each Task is a line with its deadline, state, title, target and requester, and below it what changes', async () => {
    const { out } = await run('approver', listTasksOf);
    const [header, row, change] = out.split('\n');
    expect(header?.split(/\s{2,}/)).toEqual(['due in', 'state', 'queue', 'title', 'target', 'requester', 'task']);
    expect(row).toContain('open');
    expect(row).toContain('Change a reserve');
    expect(row).toContain('CLM-1');
    expect(row?.endsWith(plane.taskId)).toBe(true);
    expect(change).toBe('    Reserve: 1000.00 -> 1500.00');
  });

  it('With --json, the rows are one JSON document', async () => {
    const { out } = await run('approver', listTasksOf, { json: true });
    expect(JSON.parse(out)).toMatchObject({ tasks: [{ id: plane.taskId, title: 'Change a reserve' }], more: false });
  });

  it('The filters go to the API, and an empty list says so', async () => {
    expect((await run('approver', listTasksOf, { options: { target: 'CLM-2' } })).out).toBe('No Task matches\n');
    expect((await run('stranger', listTasksOf)).out).toBe('No Task matches\n');
    const refused = run('approver', listTasksOf, { options: { state: 'gone' } });
    await expect(refused).rejects.toThrow(/^request\.invalid: the parameter state .*Correct the member or parameter/);
  });

  it('All pages are read until there are as many rows as asked for, and the rest is announced', async () => {
    const rows = Array.from({ length: 120 }, (_, i) => stagedAction({ id: actionId(sha256(`${i}`)) }));
    for (const action of rows)
      await plane.world.stored.write([putAction(action), putTask(requestedTask(action, { state: 'open' }))]);
    const all = await run('approver', listTasksOf, { json: true, options: { most: '500' } });
    expect((JSON.parse(all.out) as { tasks: unknown[] }).tasks).toHaveLength(121);
    const some = await run('approver', listTasksOf, { options: { most: '110' } });
    expect(some.out.split('\n').filter((line) => line.includes('task-'))).toHaveLength(110);
    expect(some.err).toBe('These are the first 110 Tasks. Use --most to see more\n');
    await expect(run('approver', listTasksOf, { options: { most: '0' } })).rejects.toThrow(/--most/);
  });

  it('A token that is not valid is explained', async () => {
    await expect(run('nobody', listTasksOf)).rejects.toThrow(/not valid any more/);
  });
});

describe('The command `tasks show`', () => {
  it('The case has the facts, the changes and the rationale, and the commands that decide it', async () => {
    const { out } = await run('approver', showTaskOf, { operands: [plane.taskId] });
    for (const text of [
      'Change a reserve\n',
      `digest     ${plane.digest}`,
      'requester  claims-agent',
      'owner      adjuster',
      '  Reserve: 1000.00 -> 1500.00',
      '  the repair costs more',
      `logic-plane tasks grant ${plane.taskId} --digest ${digits()}`,
    ])
      expect(out).toContain(text);
  });

  it('The time of a warning is shown before and after the warning', async () => {
    const warnAt = '2026-03-02T09:30:00.000Z';
    await worldWith({ task: { state: 'open', warnAt } });
    expect((await run('approver', showTaskOf, { operands: [plane.taskId] })).out).toContain(`warning    ${warnAt}\n`);
    await worldWith({ task: { state: 'open', warnAt, warnedAt: '2026-03-02T09:30:01.000Z' } });
    const { out } = await run('approver', showTaskOf, { operands: [plane.taskId] });
    expect(out).toContain('warning    recorded at 2026-03-02T09:30:01.000Z\n');
  });

  it('A character of a stored text that could control the terminal is replaced', async () => {
    const evil = 'CLM\u001B[2J\u202E';
    await worldWith({ action: { state: 'pending', target: { ...stagedAction().target, ref: evil } } });
    const { out } = await run('approver', showTaskOf, { operands: [plane.taskId] });
    expect(out).toContain('CLM\uFFFD[2J\uFFFD');
    expect(out).not.toContain('\u001B');
    expect((await run('approver', listTasksOf)).out).not.toContain('\u001B');
  });

  it('With --target-now the target is read again, and a failed read is explained', async () => {
    const asked = run('approver', showTaskOf, { operands: [plane.taskId], options: { 'target-now': true } });
    await expect(asked).rejects.toThrow(/^dependency\.unavailable|^run\.pin_unavailable/);
  });

  it('A Task of somebody else gets the same text as one that does not exist', async () => {
    const texts = await Promise.all(
      [plane.taskId, 'task-none'].map((id) =>
        run('stranger', showTaskOf, { operands: [id] }).catch((error: unknown) => String(error)),
      ),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain('task.unknown');
  });
});

describe('The commands `tasks grant` and `tasks deny`', () => {
  it('An approver who names the digest grants the Task, and a second time gets the same Decision', async () => {
    const grant = () =>
      run('approver', (signIn) => voteOf('grant', signIn), {
        operands: [plane.taskId],
        options: { digest: digits(), reason: 'plausible' },
      });
    const { out } = await grant();
    expect(out).toMatch(/^The Task is granted\ndecision {2}approval\.granted#/);
    expect(await plane.action()).toMatchObject({ state: 'approved' });
    expect((await grant()).out).toBe(out);
  });

  it('If more grants are needed, the command says how many count', async () => {
    await worldWith({ action: { state: 'pending', approval: { queues: ['queue.claims'], quorum: 2 } } });
    const { out } = await run('approver', (signIn) => voteOf('grant', signIn), {
      operands: [plane.taskId],
      options: { digest: digits() },
    });
    expect(out).toContain('Your grant counts: 1 of 2.');
  });

  it('A denial needs a reason, and its requester sees it', async () => {
    const deny = (options: Record<string, string>) =>
      run('approver', (signIn) => voteOf('deny', signIn), { operands: [plane.taskId], options });
    await expect(deny({ digest: digits() })).rejects.toThrow(/--reason/);
    expect((await deny({ digest: digits(), reason: 'too high' })).out).toContain('The Task is denied');
    expect(await plane.action()).toMatchObject({ state: 'denied', reason: 'too high' });
  });

  it.each([
    ['no digest', undefined, /--digest must have at least the first 12 digits/],
    ['too few digits', 'abc', /--digest/],
    ['digits of another case', '0123456789ab', /does not begin with 0123456789ab/],
  ])('A grant with %s is refused, and nothing is decided', async (_name, digest, message) => {
    const asked = run('approver', (signIn) => voteOf('grant', signIn), {
      operands: [plane.taskId],
      options: digest === undefined ? {} : { digest },
    });
    await expect(asked).rejects.toThrow(message);
    expect(plane.decisions()).toEqual([]);
  });
});

describe('The command `tasks reassign`', () => {
  const second = { ...queue, id: 'queue.second', groups: ['second-approvers'] };
  const reassign = (operands: readonly string[], options: Record<string, string> = { reason: 'complex' }) =>
    run('approver', reassignTaskOf, { operands, options });

  it('A member gives a Task to another queue of its kind, and no longer sees it', async () => {
    const approval = { queues: [queue.id, second.id], quorum: 1 };
    await worldWith({ action: { state: 'pending', approval }, release: insurerRelease({ queues: [second] }) });
    const { out } = await reassign([plane.taskId, second.id]);
    expect(out).toMatch(/^The Task is in queue\.second\ndecision {2}approval\.reassigned#/);
    expect((await reassign([plane.taskId, second.id])).out).toBe(out);
    expect((await run('approver', listTasksOf)).out).toBe('No Task matches\n');
    await expect(run('approver', showTaskOf, { operands: [plane.taskId] })).rejects.toThrow(/^task\.unknown/);
  });

  it('Without a queue or a reason, or with a queue of another kind, nothing changes', async () => {
    await expect(reassign([plane.taskId])).rejects.toThrow(/id of a queue/);
    await expect(reassign([plane.taskId, second.id], {})).rejects.toThrow(/--reason/);
    await expect(reassign([plane.taskId, second.id])).rejects.toThrow(/^subject\.unfit: .*no other queue/);
    expect(plane.decisions()).toEqual([]);
  });
});

describe('The commands `actions`', () => {
  it('An operator lists Actions with what they wait for, and reads one', async () => {
    const { out } = await run('operator', listActionsOf);
    expect(out).toContain('pending');
    expect(out).toContain('queue');
    const shown = await run('operator', showActionOf, { operands: [plane.actionId] });
    expect(shown.out).toContain('waits for  queue: decide the Task');
    expect(shown.out).toContain(`task       ${plane.taskId} (open, queue.claims)`);
    const json = await run('operator', showActionOf, { operands: [plane.actionId], json: true });
    expect(JSON.parse(json.out)).toMatchObject({ id: plane.actionId });
  });

  it('A requester withdraws its Action', async () => {
    const cancel = run('requester', cancelActionOf, { operands: [plane.actionId], options: { reason: 'obsolete' } });
    expect((await cancel).out).toBe(`The Action ${plane.actionId} is cancelled\n`);
    await expect(run('approver', cancelActionOf, { operands: [plane.actionId] })).rejects.toThrow(ApiRefused);
  });

  it.each([
    ['arrived', 'committed'],
    ['not-arrived', 'staged'],
  ])('An operator reports that a change has %s, and the Action becomes %s', async (outcome, state) => {
    await worldWith({ action: { state: 'outcome_unknown' }, release: insurerRelease({ sor: blindSor }) });
    const listed = await run('operator', listActionsOf, { options: { state: 'outcome_unknown' } });
    expect(listed.out).toContain('operators');
    const resolve = run('operator', resolveActionOf, {
      operands: [plane.actionId, outcome],
      options: { evidence: 'log line 4711' },
    });
    expect((await resolve).out).toBe(`The Action ${plane.actionId} is ${state}\n`);
  });

  it.each([
    [[], {}],
    [['act-1'], { evidence: 'x' }],
    [['act-1', 'toString'], { evidence: 'x' }],
    [['act-1', 'arrived'], {}],
  ])(
    'A report with the operands %j and the options %j is refused before anything is sent',
    async (operands, options) => {
      await expect(run('operator', resolveActionOf, { operands, options })).rejects.toThrow(/actions resolve/);
    },
  );
});
