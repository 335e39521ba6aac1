import { describe, expect, it } from 'vitest';
import { sha256 } from '../../contract/values/canonical.ts';
import { changedModel, type SourceChange } from '../support/changed-model.ts';
import { human } from '../support/plane.ts';
import type { Plan } from '../support/plane-run.ts';

const grant = { atSeconds: 100, by: human('approver-1'), decision: 'grant' as const };
const reconcileEarly = [105, 106, 108, 109].map((atSeconds) => ({ atSeconds, invoke: 'CommitReconcile' }));

interface Guard {
  readonly removed: readonly SourceChange[];
  readonly plan: Plan;
  /** One of the laws that break without the guard. */
  readonly law: string;
}

/** Each guard of the Action Plane, and a run that breaks a law if the guard is removed from its source. */
const guards: Readonly<Record<string, Guard>> = {
  'the fencing token (a row moves only from the version that was read)': {
    removed: [
      {
        file: 'adapters/tables/rows.ts',
        text: "  ...(isUndecided(to) ? {} : { remove: ['waits', 'endsAt'] }),\n  if: { is: 'equal', attributes: expected(from) },",
        replacement: "  if: { is: 'equal', attributes: {} },",
      },
    ],
    plan: {
      votes: [grant],
      // The first function pauses after its claim. Another one takes over and commits before the first one goes on.
      pausedMillis: 20_000,
      extras: [
        { atSeconds: 108, invoke: 'CommitSend' },
        { atSeconds: 110, invoke: 'CommitReconcile' },
        { atSeconds: 112, invoke: 'CommitSend' },
      ],
    },
    law: 'the change is applied at most once',
  },
  'the digest at the decision (a vote names what was shown)': {
    removed: [
      {
        file: 'action-plane/decide.ts',
        text: 'if (vote.digest !== task.digest || task.digest !== digestOf(subject)) {',
        replacement: 'if (digestOf(subject) === vote.reason) {',
      },
    ],
    plan: { votes: [{ ...grant, digest: sha256('another digest') }] },
    law: 'every grant has the digest that was shown',
  },
  'the digest at the commit (the change that is sent is the one that was granted)': {
    removed: [
      {
        file: 'action-plane/standing-grant.ts',
        text: 'const digest = approvalDigest(action, task.dueAt);',
        replacement: 'const digest = task.digest;',
      },
    ],
    plan: {
      votes: [grant],
      // The row is changed between the first send and the second one.
      behaviours: ['busy'],
      during: [
        {
          atSeconds: 101,
          act: async ({ world, action }) => {
            const row = await action();
            const changed = { ...row, target: { ...row.target, version: '"7"' } };
            await world.stored.write([
              {
                update: row.id,
                in: 'actions',
                set: { row: JSON.stringify(changed) },
                if: { is: 'equal', attributes: {} },
              },
            ]);
          },
        },
      ],
    },
    law: 'a change that is sent has the version and the content that were granted',
  },
  'the open check (only an open Task is decided)': {
    removed: [
      {
        file: 'action-plane/decide.ts',
        text: '  mustBeOpen(task, atMillis);\n',
        replacement: '',
      },
    ],
    plan: { votes: [grant, { ...grant, atSeconds: 200, by: human('approver-2'), decision: 'deny' }] },
    law: 'every vote is answered',
  },
  'the four-eyes check (no party grants)': {
    removed: [
      {
        file: 'action-plane/decide.ts',
        text: "  if (vote.decision === 'grant') mustBeNoParty(subject, caller, owner);\n",
        replacement: '',
      },
    ],
    plan: { votes: [{ ...grant, by: human('adjuster') }] },
    law: 'neither the requester nor the owner grants',
  },
  'the lease wait (an absence proves nothing before the lease and the promised time have ended)': {
    removed: [
      {
        file: 'action-plane/reconcile.ts',
        text: 'return settles !== undefined && atMillis >= (lease?.untilMillis ?? 0) + settles;',
        replacement: 'return settles !== undefined && lease !== undefined && atMillis > 0;',
      },
    ],
    plan: { votes: [grant], behaviours: ['late'], extras: reconcileEarly },
    law: 'the change is applied at most once',
  },
  'the lookup before an end (a refusal is not believed before the change was looked up)': {
    removed: [
      {
        file: 'action-plane/answer.ts',
        text: 'if (isRefusal(status) && settlesWithin(sor) === undefined) return refusedWith(status);',
        replacement: 'if (isRefusal(status)) return refusedWith(status);',
      },
    ],
    plan: { votes: [grant], behaviours: ['refused-applied'] },
    law: 'a voided or failed change was not applied',
  },
  'the suspension check (nothing is sent while something is suspended)': {
    removed: [
      {
        file: 'action-plane/hold.ts',
        text: '  if (first === undefined) return undefined;',
        replacement: '  if (first === undefined || action.hold === undefined) return undefined;',
      },
    ],
    plan: { votes: [grant], behaviours: ['busy'], suspended: { name: 'all', atSeconds: 101, holdSeconds: 600 } },
    law: 'nothing is sent while it is suspended',
  },
  'the end of the hold (a held Action does not wait for ever)': {
    removed: [
      {
        file: 'action-plane/hold.ts',
        text: 'if (holdUntil === undefined || stamp.atMillis >= endOf(first))',
        replacement: 'if (holdUntil === undefined)',
      },
    ],
    plan: {
      votes: [grant],
      behaviours: ['busy'],
      suspended: { name: 'all', atSeconds: 101, holdSeconds: 600, resumedAtSeconds: 900 },
    },
    law: 'a held Action is sent after resume, or voided at the end of its hold, within about a minute',
  },
  'the token binding (a late token of an earlier try replaces no later token)': {
    removed: [
      {
        file: 'adapters/tables/action-plane-store.ts',
        text: "if: { is: 'at most', attribute: 'tokenTry', value: tokenTry, stands: true },",
        replacement: "if: { is: 'at most', attribute: 'tokenTry', value: 1e9, stands: true },",
      },
    ],
    plan: { votes: [grant], tokenStoredLateBySeconds: 50 },
    law: 'after at most one crash, the commit starts within a minute of the grant',
  },
};

describe('A guard of the Action Plane', () => {
  it('If every guard is in the code, no fault that this test plays breaks a law', async () => {
    const { play, brokenLaws } = await changedModel([]);
    for (const [name, { plan }] of Object.entries(guards)) {
      expect(await brokenLaws(await play(plan), plan), name).toEqual([]);
    }
  });

  it.each(Object.entries(guards))(
    'If the code of a guard is removed, the fault that it guards against breaks the expected law: %s',
    async (_name, guard) => {
      const { play, brokenLaws } = await changedModel(guard.removed);
      expect(await brokenLaws(await play(guard.plan), guard.plan)).toContain(guard.law);
    },
  );
});
