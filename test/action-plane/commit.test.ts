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

/** Changes the Action's row past all rules, as no function of ours may, in the instant between grant and commit. */
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

describe('a granted Action', () => {
  it('reaches the system of record once, with the version that the basis saw and our reference', async () => {
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

  it('leaves one event for each of its steps, the Decision telling the step that it caused', async () => {
    const { plane } = await played({});
    const steps = plane.events().map((event) => ('to' in event ? [event.kind, event.from, event.to] : []));
    expect(steps).toEqual([
      ['transition', 'staged', 'pending'],
      ['decision', 'pending', 'approved'],
      ['transition', 'approved', 'committing'],
      ['transition', 'committing', 'committed'],
    ]);
  });

  it('C20: the SoR commits and its answer is lost: outcome_unknown, reconciled by our reference, one effect', async () => {
    const { sor: seen, action, plane } = await played({ behaviours: ['lose-answer'] });
    expect(action).toMatchObject({ state: 'committed', attempts: 1, reconciliations: 1 });
    expect([seen.requests.length, seen.applied]).toEqual([1, [plane.actionId]]);
    expect(plane.events().some((event) => event.kind === 'transition' && event.to === 'outcome_unknown')).toBe(true);
  });

  it('C20: the SoR answers 503 once: looked up, proved absent, sent again under the same reference', async () => {
    const { sor: seen, action, plane } = await played({ behaviours: ['busy'] });
    expect(action).toMatchObject({ state: 'committed', attempts: 2 });
    expect(seen.requests.map(({ reference }) => reference)).toEqual([plane.actionId, plane.actionId]);
    expect(seen.applied).toHaveLength(1);
  });

  it('a lost request is sent again only once the SoR has settled', async () => {
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
    'is not sent again where the SoR answers %s and the change is applied: one effect',
    async (_title, one) => {
      const { sor: seen, action, plane } = await played({ behaviours: [one] });
      expect(action).toMatchObject({ state: 'committed', attempts: 1, sorReceipt: { status: 200 } });
      expect([seen.requests.length, seen.applied]).toEqual([1, [plane.actionId]]);
    },
  );

  it('fails with the status of a refusal once a lookup has found nothing; it is not sent again', async () => {
    const { sor: seen, action } = await played({ behaviours: ['refused'] });
    expect(action).toMatchObject({ state: 'failed', reason: 'sor.answered_409', reconciliations: 1, attempts: 1 });
    expect(seen.requests).toHaveLength(1);
  });

  it('is sent again after a 401, once a lookup has found nothing', async () => {
    const { sor: seen, action } = await played({ behaviours: ['unauthorised'] });
    expect(action).toMatchObject({ state: 'committed', attempts: 2 });
    expect(seen.applied).toHaveLength(1);
  });

  it('a blind SoR never gets a second send: an operator has to resolve it', async () => {
    const { settlesWithinMillis: _promise, ...blind } = sor;
    const { sor: seen, action, failed } = await played({ sor: blind, behaviours: ['lose-request'] });
    expect([action.state, seen.requests.length, failed]).toEqual(['outcome_unknown', 1, ['commit.outcome_unknown']]);
  });

  it('C25: the record changes between decision and commit: voided by 412, nothing changed, and told', async () => {
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

  it('C25: the record changes between stage and decision: Action and Task voided, nothing sent', async () => {
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
  ] as const)('C19: %s changes between approval and commit: void, nothing sent', async (_name, change, reason) => {
    const { action, sor: seen } = await played(tamper(change));
    expect([action.state, action.reason, seen.requests.length]).toEqual(['voided', reason, 0]);
  });

  const inForce = async (
    release: ReturnType<typeof insurerRelease>,
    state: Parameters<PlaneWorld['putInForce']>[0] = {},
  ) =>
    played({
      behaviours: ['unreachable'],
      world: { others: [release] },
      during: [{ atSeconds: 101, act: (plane) => plane.putInForce({ release: release.id, ...state }) }],
    });

  it('C19: a policy that the grant is bound to changes: void, nothing sent', async () => {
    const text = `${permit('permit.claims').slice(0, -1)} unless { context.purpose == "other" };`;
    const { action, sor: seen } = await inForce(insurerRelease({ id: 'release-2', policies: text }));
    expect([action.state, action.reason, seen.requests.length]).toEqual(['voided', 'policy.changed', 0]);
  });

  it('a deploy that leaves the deciding policies alone voids nothing', async () => {
    const more = `${permit('permit.claims')}\n@id("other") permit (principal, action, resource) when { context.purpose == "other" };`;
    const { action } = await inForce(insurerRelease({ id: 'release-2', policies: more }));
    expect(action.state).toBe('committed');
  });

  it('C19: the tool has another content under the same version: void, nothing sent', async () => {
    const { action } = await inForce(insurerRelease({ id: 'release-2', tool: { title: 'Another' } }));
    expect([action.state, action.reason]).toEqual(['voided', 'tool.changed']);
  });

  it.each([
    [{ withdrawn: ['tool.reserve.stage@1.0.0'] }, 'tool.withdrawn'],
    [{ suspended: ['tool.reserve.stage'] }, 'tool.suspended'],
  ])('a tool taken back after the grant sends nothing: %j', async (state, reason) => {
    const { action, sor: seen } = await inForce(insurerRelease({ id: 'release-2' }), state);
    expect([action.state, action.reason, seen.requests.length]).toEqual(['voided', reason, 0]);
  });

  it.each([
    ['a scope', { scopes: [] }],
    ['a purpose', { purposes: [] }],
    ['a clearance', { clearances: [] }],
  ])('the requester is asked about as defined now: without %s nothing is sent', async (_name, definition) => {
    const { action, sor: seen } = await inForce(insurerRelease({ id: 'release-2', definition }));
    expect([action.state, action.reason, seen.requests.length]).toEqual(['voided', 'permission.denied', 0]);
  });

  it('a requester who is defined no more sends nothing', async () => {
    const gone = { ...insurerRelease({ id: 'release-2' }), agent: () => undefined };
    const { action } = await inForce(gone);
    expect([action.state, action.reason]).toEqual(['voided', 'requester.unknown']);
  });

  it('a release that the build no longer holds voids nothing while the bundled one has the same content', async () => {
    const pins = insurerRelease().pins;
    const authoring = { ...stagedAction().authoring, pins };
    const { action } = await played({ world: { action: { release: 'release-0', authoring } } });
    expect(action.state).toBe('committed');
  });
});

describe('the Decision row is trusted, never the Action’s state', () => {
  /** Rows as somebody with a way past `decide` might leave them. */
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

  it('no Decision row: nothing sent', async () => {
    const { action, sor: seen } = await forged(undefined);
    expect([action.state, action.reason, seen.requests.length]).toEqual(['voided', 'approval.quorum', 0]);
  });

  it('a denial, or a row under another’s id, is no grant', async () => {
    for (const row of [{ kind: 'approval.denied' as const }, { id: 'approval.granted#other' }]) {
      const { action, sor: seen } = await forged(row);
      expect([action.state, action.reason, seen.requests.length]).toEqual(['voided', 'approval.missing', 0]);
    }
  });
});

describe('what the commit machine is told', () => {
  const approved = stagedAction({ state: 'approved' });

  it('waits longer before each further try, never over 300 s', () => {
    const waits = [0, 1, 2, 8, 63].map(
      (attempts) =>
        commitStep({ ...approved, attempts }, 1, { settlesWithinMillis: 2000, atMillis: start }).waitSeconds,
    );
    expect(waits).toEqual([0, 2, 4, 256, 300]);
  });

  it('a claim whose lease holds is left alone until its end', () => {
    const lease = { fencingToken: 1, untilMillis: start + 7000 };
    const step = commitStep({ ...approved, state: 'committing', lease }, 1, {
      settlesWithinMillis: 2000,
      atMillis: start,
    });
    expect(step).toMatchObject({ next: 'send', waitSeconds: 7 });
  });

  it('an outcome that 64 lookups did not tell is an operator’s to resolve', () => {
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
