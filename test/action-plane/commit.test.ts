import { describe, expect, it } from 'vitest';
import { commitStep } from '../../action-plane/steps.ts';
import { approvalDigest } from '../../contract/rows/approval-digest.ts';
import type { Action } from '../../contract/rows/action.ts';
import { moveActionRow as moveRow, moveTaskRow, putDecision } from '../../adapters/tables/rows.ts';
import type { Decision, Task } from '../../contract/rows/task.ts';
import { human, insurerRelease, permit, sor, stagedAction, start, type PlaneWorld } from '../support/plane.ts';
import { play, type Plan } from '../support/plane-run.ts';

const votes = [{ atSeconds: 100, by: human('approver-1'), decision: 'grant' as const }];
const played = async (plan: Plan) => {
  const { plane, sor, executions, votes: taken } = await play({ votes, ...plan });
  return {
    plane,
    sor,
    action: await plane.action(),
    task: await plane.task(),
    taken,
    failed: [...executions.values()].filter(Boolean),
  };
};

/** Changes the row of the Action between grant and commit, in a way that none of our functions may. */
const tamper = (change: Partial<Action>): Plan => ({
  behaviours: ['unreachable'],
  during: [
    {
      atSeconds: 101,
      act: async (plane: PlaneWorld) => {
        const from = await plane.action();
        await plane.world.stored.write([moveRow(from, { ...from, ...change, version: from.version + 1 })]);
      },
    },
  ],
});

describe('The commit of a granted Action', () => {
  it('A granted change is sent once, with the version of the record that the basis read, and with the id of the Action as its reference', async () => {
    const { sor: seen, action, plane } = await played({ checksPrecondition: true });
    expect(action).toMatchObject({ state: 'committed', attempts: 1, sorReceipt: { status: 200, version: '"2"' } });
    expect(seen.requests).toMatchObject([
      { method: 'PUT', path: '/claims/{id}/reserve', id: 'CLM-1', ifMatch: '"1"', reference: plane.actionId },
    ]);
    expect(JSON.parse(seen.requests[0]?.body ?? '')).toEqual({
      amount: '1500.00',
      currency: 'TRY',
      reason: 'second opinion',
    });
  });

  it('Each step of a granted Action leaves one event; for the step to `approved`, this is the event of the Decision', async () => {
    const { plane } = await played({});
    const steps = plane.events().map((event) => ('to' in event ? [event.kind, event.from, event.to] : []));
    expect(steps).toEqual([
      ['transition', 'staged', 'pending'],
      ['decision', 'pending', 'approved'],
      ['transition', 'approved', 'committing'],
      ['transition', 'committing', 'committed'],
    ]);
  });

  it('C20: If the SoR commits and its answer is lost, the outcome is unknown, a lookup finds the change, and it has one effect', async () => {
    const { sor: seen, action, plane } = await played({ behaviours: ['lose-answer'] });
    expect(action).toMatchObject({ state: 'committed', attempts: 1, reconciliations: 1 });
    expect([seen.requests.length, seen.applied]).toEqual([1, [plane.actionId]]);
    expect(plane.events().some((event) => event.kind === 'transition' && event.to === 'outcome_unknown')).toBe(true);
  });

  it('C20: If the SoR answers 503 once, the change is looked up, proved absent, and sent again with the same reference', async () => {
    const { sor: seen, action, plane } = await played({ behaviours: ['busy'] });
    expect(action).toMatchObject({ state: 'committed', attempts: 2 });
    expect(seen.requests.map(({ reference }) => reference)).toEqual([plane.actionId, plane.actionId]);
    expect(seen.applied).toHaveLength(1);
  });

  it('If the request is lost, the change is sent again only after the lease of its claim and `settlesWithin` of the SoR have ended', async () => {
    const { plane, action } = await played({ behaviours: ['lose-request'] });
    const at = (to: string) => plane.events().find((event) => event.kind === 'transition' && event.to === to)?.at ?? '';
    const claimed = Date.parse(at('committing'));
    const absent = plane.events().find((event) => event.kind === 'transition' && event.reason === 'change.absent');
    expect(Date.parse(absent?.at ?? '')).toBeGreaterThanOrEqual(claimed + sor.timeoutMillis + 4000 + 2000);
    expect(action.state).toBe('committed');
  });

  it.each([
    ['503', 'busy-late'],
    ['a refusal', 'refused-applied'],
  ] as const)(
    'If the SoR answers with %s although it applied the change, the change is not sent again and has one effect',
    async (_title, one) => {
      const { sor: seen, action, plane } = await played({ behaviours: [one] });
      expect(action).toMatchObject({ state: 'committed', attempts: 1, sorReceipt: { status: 200 } });
      expect([seen.requests.length, seen.applied]).toEqual([1, [plane.actionId]]);
    },
  );

  it('If a lookup finds nothing after a refusal, the Action fails with the status of the refusal and is not sent again', async () => {
    const { sor: seen, action } = await played({ behaviours: ['refused'] });
    expect(action).toMatchObject({ state: 'failed', reason: 'sor.answered_409', reconciliations: 1, attempts: 1 });
    expect(seen.requests).toHaveLength(1);
  });

  it('If a lookup finds nothing after a 401, the change is sent again', async () => {
    const { sor: seen, action } = await played({ behaviours: ['unauthorised'] });
    expect(action).toMatchObject({ state: 'committed', attempts: 2 });
    expect(seen.applied).toHaveLength(1);
  });

  it('If a request to a blind SoR is lost, the change is not sent again, and an operator must resolve the outcome', async () => {
    const { settlesWithinMillis: _promise, ...blind } = sor;
    const { sor: seen, action, failed } = await played({ sor: blind, behaviours: ['lose-request'] });
    expect([action.state, seen.requests.length, failed]).toEqual(['outcome_unknown', 1, ['commit.outcome_unknown']]);
  });

  it('C25: If the record changes between decision and commit, the SoR answers 412, nothing changes, and a Decision voids the Action', async () => {
    const {
      action,
      sor: seen,
      plane,
    } = await played({
      behaviours: ['unreachable'],
      checksPrecondition: true,
      touchedAtSeconds: 101,
    });
    expect(action).toMatchObject({ state: 'voided', reason: 'target.changed' });
    expect([seen.requests.length, seen.applied.length]).toEqual([1, 0]);
    expect(plane.decisions().map(({ kind }) => kind)).toEqual(['approval.granted', 'action.voided']);
  });

  it('C25: If the record changes between staging and decision, Action and Task become void, and nothing is sent', async () => {
    const { action, task, sor: seen, plane, taken } = await played({ touchedAtSeconds: -1 });
    expect([action.state, action.reason, task.state]).toEqual(['voided', 'target.changed', 'void']);
    expect(seen.requests).toEqual([]);
    expect(plane.decisions().map(({ kind }) => kind)).toEqual(['action.voided']);
    expect(taken).toEqual(['task.decided']);
  });

  it.each([
    ['the payload', { payloadHash: stagedAction().caseHash }, 'digest.differs'],
    ['the tool version', { toolVersion: '1.0.1' }, 'digest.differs'],
    ['the target version', { target: { ...stagedAction().target, version: '"7"' } }, 'digest.differs'],
    ['the target', { target: { ...stagedAction().target, ref: 'CLM-2' } }, 'digest.differs'],
    ['the requester', { requester: { kind: 'agent', id: 'other', name: 'other' } }, 'digest.differs'],
    ['the quorum', { approval: { queues: ['queue.claims'], quorum: 2 } }, 'approval.quorum'],
    ['the owner', { owner: 'approver-1' }, 'approval.by_party'],
  ] as const)(
    'C19: If %s changes between approval and commit, the Action becomes void, and nothing is sent',
    async (_name, change, reason) => {
      const { action, sor: seen } = await played(tamper(change));
      expect([action.state, action.reason, seen.requests.length]).toEqual(['voided', reason, 0]);
    },
  );

  const inForce = async (
    release: ReturnType<typeof insurerRelease>,
    state: Parameters<PlaneWorld['putInForce']>[0] = {},
  ) =>
    played({
      behaviours: ['unreachable'],
      world: { others: [release] },
      during: [{ atSeconds: 101, act: (plane) => plane.putInForce({ release: release.id, ...state }) }],
    });

  it('C19: If a policy that the grant is bound to changes, the Action becomes void, and nothing is sent', async () => {
    const text = `${permit('permit.claims').slice(0, -1)} unless { context.purpose == "other" };`;
    const { action, sor: seen } = await inForce(insurerRelease({ id: 'release-2', policies: text }));
    expect([action.state, action.reason, seen.requests.length]).toEqual(['voided', 'policy.changed', 0]);
  });

  it('A deploy that does not change the deciding policies voids no Action', async () => {
    const more = `${permit('permit.claims')}\n@id("other") permit (principal, action, resource) when { context.purpose == "other" };`;
    const { action } = await inForce(insurerRelease({ id: 'release-2', policies: more }));
    expect(action.state).toBe('committed');
  });

  it('C19: If the content of the tool changes while its version stays the same, the Action becomes void', async () => {
    const { action } = await inForce(insurerRelease({ id: 'release-2', tool: { title: 'Another' } }));
    expect([action.state, action.reason]).toEqual(['voided', 'tool.changed']);
  });

  it.each([
    [{ withdrawn: ['tool.reserve.stage@1.0.0'] }, 'tool.withdrawn'],
    [{ suspended: ['tool.reserve.stage'] }, 'tool.suspended'],
  ])(
    'If the tool is taken out of use after the grant, the Action becomes void, and nothing is sent: %j',
    async (state, reason) => {
      const { action, sor: seen } = await inForce(insurerRelease({ id: 'release-2' }), state);
      expect([action.state, action.reason, seen.requests.length]).toEqual(['voided', reason, 0]);
    },
  );

  it.each([
    ['a scope', { scopes: [] }],
    ['a purpose', { purposes: [] }],
    ['a clearance', { clearances: [] }],
  ])(
    'If the requester no longer has %s at the commit, the Action becomes void, and nothing is sent',
    async (_name, definition) => {
      const { action, sor: seen } = await inForce(insurerRelease({ id: 'release-2', definition }));
      expect([action.state, action.reason, seen.requests.length]).toEqual(['voided', 'permission.denied', 0]);
    },
  );

  it('If the release no longer defines the requester, the Action becomes void', async () => {
    const gone = { ...insurerRelease({ id: 'release-2' }), agent: async () => undefined };
    const { action } = await inForce(gone);
    expect([action.state, action.reason]).toEqual(['voided', 'requester.unknown']);
  });

  it('If the release of an Action can no longer be opened, the Action expires at its due time, and nothing is sent', async () => {
    const { action, sor: seen } = await played({ world: { action: { release: 'release-0' } } });
    expect([action.state, action.reason, seen.requests.length]).toEqual(['expired', 'task.due', 0]);
  });
});

describe('Grants in forged rows', () => {
  /** Plays a commit in which the rows of Task and Decision are not those that `decide` writes, as after an attack. */
  async function forged(decision: Partial<Decision> | undefined, taskMore: Partial<Task> = {}) {
    return played({
      votes: [],
      during: [
        {
          atSeconds: 50,
          act: async (plane) => {
            const [action, task] = [await plane.action(), await plane.task()];
            const approved: Action = { ...action, state: 'approved', version: action.version + 1 };
            const id = decision?.id ?? 'approval.granted#forged';
            const granted: Task = {
              ...task,
              ...taskMore,
              state: 'granted',
              version: task.version + 1,
              grants: [{ by: 'sub-x', decisionId: id }],
            };
            const row: Decision = {
              id,
              kind: 'approval.granted',
              actionId: action.id,
              taskId: task.id,
              by: { kind: 'human', id: 'sub-x', name: 'x' },
              at: new Date(start).toISOString(),
              digest: approvalDigest(action, granted.dueAt),
              policies: {},
              ...decision,
            };
            await plane.world.stored.write([
              moveRow(action, approved),
              moveTaskRow(task, granted),
              ...(decision === undefined ? [] : [putDecision(row)]),
            ]);
          },
        },
      ],
    });
  }

  it('If an approved Action has no Decision that grants it, the Action becomes void, and nothing is sent', async () => {
    const { action, sor: seen } = await forged(undefined);
    expect([action.state, action.reason, seen.requests.length]).toEqual(['voided', 'approval.quorum', 0]);
  });

  it('If the Decision of an approved Action is a denial, or its id names another approver, the Action becomes void, and nothing is sent', async () => {
    for (const row of [{ kind: 'approval.denied' as const }, { id: 'approval.granted#other' }]) {
      const { action, sor: seen } = await forged(row);
      expect([action.state, action.reason, seen.requests.length]).toEqual(['voided', 'approval.missing', 0]);
    }
  });
});

describe('The next step of a commit', () => {
  const approved = stagedAction({ state: 'approved' });

  it('The approval machine waits longer before each retry, at most 300 s', () => {
    const waits = [0, 1, 2, 8, 63].map(
      (attempts) =>
        commitStep({ ...approved, attempts }, 1, { settlesWithinMillis: 2000, atMillis: start }).waitSeconds,
    );
    expect(waits).toEqual([0, 2, 4, 256, 300]);
  });

  it('While the lease of a claim has not ended, the commit machine waits for its end', () => {
    const lease = { fencingToken: 1, untilMillis: start + 7000 };
    const step = commitStep({ ...approved, state: 'committing', lease }, 1, {
      settlesWithinMillis: 2000,
      atMillis: start,
    });
    expect(step).toMatchObject({ next: 'send', waitSeconds: 7 });
  });

  it('After 64 lookups without a result, an operator must resolve the outcome', () => {
    const unknown = { ...approved, state: 'outcome_unknown' as const };
    expect(
      commitStep({ ...unknown, reconciliations: 63 }, 1, { settlesWithinMillis: 2000, atMillis: start }).next,
    ).toBe('reconcile');
    expect(
      commitStep({ ...unknown, reconciliations: 64 }, 1, { settlesWithinMillis: 2000, atMillis: start }).next,
    ).toBe('resolve');
    expect(commitStep(unknown, 1, { settlesWithinMillis: undefined, atMillis: start }).next).toBe('resolve');
  });
});
