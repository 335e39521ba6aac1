import { describe, expect, it } from 'vitest';
import { taskId } from '../../contract/dispatch/keys.ts';
import { human, noteAction, noteKind, sor, stagedAction, type PlaneWorld } from '../support/plane.ts';
import { play, type Plan } from '../support/plane-run.ts';
import { suspensionAt } from '../support/suspended.ts';

const votes = [{ atSeconds: 100, by: human('approver-1'), decision: 'grant' as const }];
const day = 24 * 3600;

/** Everything that can be suspended: its name in the head, and the code. */
const suspended = [
  ['all work', 'all', 'all.suspended'],
  ['the agent', 'agent/claims-agent', 'agent.suspended'],
  ['the tool', 'tool.reserve.stage', 'tool.suspended'],
  ['the tool version', 'tool.reserve.stage@1.0.0', 'tool.suspended'],
  ['the action kind', 'action.reserve-change', 'kind.suspended'],
  ['the queue', 'queue.claims', 'queue.suspended'],
  ['the system of record', sor.id, 'sor.suspended'],
] as const;

async function played(plan: Plan) {
  const { plane, sor: seen, ...rest } = await play({ votes, ...plan });
  return { plane, seen, action: await plane.action(), ...rest };
}

/** Suspends the name right after the grant: the first send reaches nobody, and the second would follow after 2 s. */
const suspendedAfterGrant = (name: string, more: Partial<NonNullable<Plan['suspended']>> = {}): Plan => ({
  behaviours: ['unreachable'],
  suspended: { name, atSeconds: 101, holdSeconds: day, ...more },
});

const sentAt = (plane: PlaneWorld): readonly number[] =>
  plane.events().flatMap((event) => ('to' in event && event.to === 'committing' ? [Date.parse(event.at)] : []));
const secondsOf = (plane: PlaneWorld): readonly number[] =>
  sentAt(plane).map((at) => (at - Date.parse('2026-03-02T09:00:00.000Z')) / 1000);

describe('An approved Action of which something is suspended', () => {
  it.each(suspended)(
    'If %s is suspended, the Action is held and not sent; after resume it is sent once',
    async (_what, name, code) => {
      const { plane, seen, action } = await played(suspendedAfterGrant(name, { resumedAtSeconds: 400 }));
      expect(action).toMatchObject({ state: 'committed', attempts: 2 });
      expect(action).not.toHaveProperty('hold');
      const [first = 0, second = 0, ...more] = secondsOf(plane);
      expect([first < 101, second >= 400, second <= 460, more]).toEqual([true, true, true, []]);
      expect(seen.applied).toHaveLength(1);
      const holds = plane.events().filter((event) => event.kind === 'transition' && event.reason === code);
      expect(holds).toMatchObject([{ from: 'approved', to: 'approved' }]);
    },
  );

  it.each(suspended)(
    'If %s is suspended until the hold ends, a Decision of the platform voids the Action, and nothing is sent',
    async (_what, name, code) => {
      const { plane, seen, action } = await played(suspendedAfterGrant(name, { holdSeconds: 3600 }));
      expect(action).toMatchObject({ state: 'voided', reason: code });
      expect([sentAt(plane).length, seen.applied]).toEqual([1, []]);
      expect(plane.decisions().at(-1)).toMatchObject({ kind: 'action.voided', by: { kind: 'platform' } });
      const end = plane.events().at(-1)?.at ?? '';
      expect((Date.parse(end) - Date.parse('2026-03-02T09:00:00.000Z')) / 1000).toBeLessThanOrEqual(101 + 3600 + 1);
    },
  );

  it('While the Action is held, its row says since when, until when and why', async () => {
    let row: unknown;
    await played({
      ...suspendedAfterGrant('all', { resumedAtSeconds: 400 }),
      during: [{ atSeconds: 300, act: async (plane) => void (row = await plane.action()) }],
    });
    expect(row).toMatchObject({
      state: 'approved',
      reason: 'all.suspended',
      hold: { since: expect.stringMatching(/^2026-03-02T09:01:4/), until: '2026-03-03T09:01:41.000Z' },
    });
  });

  it('If two things are suspended, the Action is voided when the earlier of the two holds ends', async () => {
    const { action } = await played({
      behaviours: ['unreachable'],
      during: [
        {
          atSeconds: 101,
          act: (plane) => {
            const [one, two] = [
              suspensionAt(Date.parse('2026-03-02T09:01:41Z'), { name: 'queue.claims', holdSeconds: 60 }),
              suspensionAt(Date.parse('2026-03-02T09:01:41Z'), { name: 'all', holdSeconds: day }),
            ];
            plane.putInForce({
              suspended: [...two.suspended, ...one.suspended],
              suspensions: { ...one.suspensions, ...two.suspensions },
            });
          },
        },
      ],
    });
    expect(action).toMatchObject({ state: 'voided', reason: 'queue.suspended' });
  });

  it('If an earlier version of the platform wrote the suspension, it has no end of a hold, and the Action is voided at once', async () => {
    const { action, seen } = await played({
      behaviours: ['unreachable'],
      during: [{ atSeconds: 101, act: (plane) => plane.putInForce({ suspended: ['tool.reserve.stage'] }) }],
    });
    expect([action.state, action.reason, seen.requests.length]).toEqual(['voided', 'tool.suspended', 0]);
  });

  it('If the change was sent before the suspension, its outcome is still looked up and recorded', async () => {
    const { action, seen } = await played({
      behaviours: ['lose-answer'],
      suspended: { name: 'all', atSeconds: 101, holdSeconds: day },
    });
    expect(action).toMatchObject({ state: 'committed', attempts: 1, reconciliations: 1 });
    expect(seen.applied).toHaveLength(1);
  });

  it('If something is suspended while the secret of the SoR is read, the Action is not sent', async () => {
    const { plane, action } = await played({
      suspended: { name: sor.id, atSeconds: 103, holdSeconds: day, resumedAtSeconds: 200 },
      secretReadMillis: 5000,
    });
    expect(action.state).toBe('committed');
    expect(secondsOf(plane).every((at) => at >= 200)).toBe(true);
  });

  it('An Action is held too if the system of record of another record that it relies on is suspended', async () => {
    const other = { ...stagedAction().target, eventId: 'other', sor: 'sor.other' };
    const { action } = await played({
      ...suspendedAfterGrant('sor.other', { holdSeconds: 60 }),
      world: {
        action: { state: 'pending', lookups: { policy: other }, taskId: taskId(stagedAction().id, 1) },
        task: { state: 'open' },
      },
    });
    expect(action).toMatchObject({ state: 'voided', reason: 'sor.suspended' });
  });

  it('An approved change of a live object is held too, and the object is not written', async () => {
    const { plane, action } = await played({
      votes: [],
      world: { action: { ...noteAction(0), state: 'approved' }, task: { state: 'granted' } },
      suspended: { name: noteKind.id, atSeconds: -1, holdSeconds: day },
      extras: [{ atSeconds: 1, invoke: 'CommitSend' }],
    });
    expect(action).toMatchObject({ state: 'approved', reason: 'kind.suspended' });
    expect(await plane.objects.get('Note', 'N-1')).toBeUndefined();
  });

  it('The requester can withdraw a held Action', async () => {
    const { action, seen } = await played({ ...suspendedAfterGrant('all'), withdrawnAtSeconds: 500 });
    expect([action.state, seen.applied]).toEqual(['cancelled', []]);
  });

  it('A Task is not opened while the system of record that would be read is suspended; it opens after resume', async () => {
    const { plane, votes: taken } = await played({
      votes: [
        { ...votes[0], atSeconds: 30 } as (typeof votes)[0],
        { ...votes[0], atSeconds: 900 } as (typeof votes)[0],
      ],
      suspended: { name: sor.id, atSeconds: -1, resumedAtSeconds: 300, holdSeconds: day },
    });
    const opened = plane.events().find((event) => 'to' in event && event.to === 'pending')?.at ?? '';
    expect(Date.parse(opened)).toBeGreaterThanOrEqual(Date.parse('2026-03-02T09:05:00Z'));
    expect(taken).toEqual(['task.not_open', 'taken']);
  });
});
