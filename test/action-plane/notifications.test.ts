import { describe, expect, it } from 'vitest';
import { changesIn, notificationOf, type LedgerEntry } from '../../action-plane/notifications.ts';
import { deny, grant } from '../../action-plane/decide.ts';
import { decisionOf, transitionOf, type Stamp } from '../../action-plane/stamp.ts';
import { moveAction, moveTask } from '../../action-plane/states.ts';
import { verify } from '../../action-plane/verify.ts';
import { newUuid, ownEventId } from '../../contract/dispatch/keys.ts';
import type { Action } from '../../contract/rows/action.ts';
import type { Transition } from '../../contract/rows/action-plane-store.ts';
import type { Task } from '../../contract/rows/task.ts';
import { someAction, someRecord, someTask } from '../support/rows.ts';

const approver = { kind: 'human', id: 'sub-ayse', name: 'ayse' } as const;
const stamp: Stamp = {
  function: 'decide',
  uuid: newUuid(),
  atMillis: Date.parse('2026-03-02T09:00:00.000Z'),
  by: approver,
  release: 'release-1',
};

const staged = someAction({ owner: 'jane', subject: 'CLM-2026-000045' });
const requested = someTask(staged);
const pending: Action = { ...staged, state: 'pending', version: 2, taskId: requested.id };
const open: Task = { ...requested, state: 'open', version: 2 };
const vote = { decision: 'grant', digest: open.digest, reason: 'Plausible: 61800.00' } as const;

const of = ({ event }: Transition): readonly string[] =>
  changesIn({ event }).map(({ of: row, from = '-', to }) => `${row} ${from} ${to}`);

describe('The changes of a transition', () => {
  it('If the Task opens, the Action becomes pending and the Task becomes open', () => {
    const opened = verify({ action: staged, task: requested }, { seen: 'unchanged' }, stamp);
    expect(of(opened)).toEqual(['action staged pending', 'task requested open']);
  });

  it('If the last grant that is needed arrives, Action and Task change; if another grant is needed, only the Task does, and its state is the same', () => {
    const subject = { action: pending, task: open };
    expect(of(grant(subject, { vote, policies: {} }, stamp))).toEqual(['action pending approved', 'task open granted']);
    const twoNeeded = { action: pending, task: { ...open, quorum: 2 } };
    expect(of(grant(twoNeeded, { vote, policies: {} }, stamp))).toEqual(['task open open']);
  });

  it('If the subject of a Task is a validation or classification, only the Task changes', () => {
    const { actionId: _, ...judged } = open;
    expect(of(deny({ task: judged }, { ...vote, decision: 'deny' }, stamp))).toEqual(['task open denied']);
  });

  it('If only the Task of an Action changes, the Action is not told', () => {
    const voided = { task: { from: requested, to: moveTask(requested, 'void') } };
    expect(of(transitionOf({ stamp, seen: staged }, voided, 'action.cancelled'))).toEqual(['task requested void']);
  });

  it('If only the Action changes, only the Action is told, also if its state is the same', () => {
    const approved: Action = { ...pending, state: 'approved', version: 3 };
    const held = { action: { from: approved, to: moveAction(approved, 'approved', {}) } };
    expect(of(transitionOf({ stamp, seen: approved }, held))).toEqual(['action approved approved']);
  });

  it('A call that puts an Action or a Task makes a new row', () => {
    const { event } = someRecord(`action-staging#${'0'.repeat(64)}`);
    const put = (effect: string): LedgerEntry => ({ event, put: { effect, id: 'id' } });
    expect(changesIn(put('Action'))).toEqual([{ of: 'action', id: 'id', to: 'staged' }]);
    expect(changesIn(put('Task'))).toEqual([{ of: 'task', id: 'id', to: 'requested' }]);
    expect(changesIn({ event })).toEqual([]);
  });

  it('If a compensation is staged, the Action that it undoes and the new Action are told', () => {
    const committed: Action = { ...pending, state: 'committed', version: 5 };
    const made = decisionOf(
      { stamp, seen: committed },
      { action: { from: committed, to: moveAction(committed, 'committed', { compensatedBy: 'act-new' }) } },
      {
        id: 'action.compensation#act-new',
        kind: 'action.compensation',
        actionId: committed.id,
        by: approver,
        at: '2026-03-02T09:00:00.000Z',
      },
    );
    expect(changesIn(made)).toEqual([
      { of: 'action', id: committed.id, from: 'committed', to: 'committed' },
      { of: 'action', id: 'act-new', to: 'staged' },
    ]);
  });
});

describe('A notification', () => {
  const granted = grant({ action: pending, task: open }, { vote, policies: {} }, stamp);
  const told = changesIn(granted).map((change) =>
    notificationOf(granted.event, change, { action: pending, task: open }),
  );

  it('A notification has the ids of Action and Task, the states, the kind and the queue, and nothing else', () => {
    const same = {
      at: '2026-03-02T09:00:00.000Z',
      kind: 'kind.reserve-change',
      queue: 'queue.reserves',
      actionId: staged.id,
      taskId: open.id,
    };
    expect(told).toEqual([
      { ...same, id: `${stamp.uuid}-action`, event: 'action.approved', from: 'pending', to: 'approved' },
      { ...same, id: `${stamp.uuid}-task`, event: 'task.granted', from: 'open', to: 'granted' },
    ]);
  });

  it('No notification contains a login, a reason, the subject, the target or an event id', () => {
    const text = JSON.stringify(told);
    const hidden = ['ayse', 'jane', 'claims-agent', 'Plausible', '61800', 'CLM-', granted.event.eventId.slice(0, 40)];
    expect(hidden.filter((one) => text.includes(one))).toEqual([]);
  });

  it('The same event gives the same ids, and another event other ids', () => {
    const again = changesIn(granted).map((change) => notificationOf(granted.event, change, { action: pending }).id);
    expect(again).toEqual(told.map(({ id }) => id));
    const other = { ...granted.event, eventId: ownEventId('decide', newUuid()) };
    const ids = changesIn({ event: other }).map((change) => notificationOf(other, change, { action: pending }).id);
    expect(ids.filter((id) => again.includes(id))).toEqual([]);
  });

  it('If the state stays the same, the event ends in .again, so that nobody is told about a Task twice as if it were new', () => {
    const first = grant({ action: pending, task: { ...open, quorum: 2 } }, { vote, policies: {} }, stamp);
    const events = changesIn(first).map(
      (change) => notificationOf(first.event, change, { action: pending, task: open }).event,
    );
    expect(events).toEqual(['task.open.again']);
  });

  it('If the rows name no kind, nothing is told', () => {
    const [change] = changesIn(granted);
    if (change === undefined) throw new Error('the grant changed nothing');
    expect(() => notificationOf(granted.event, change, {})).toThrow('the Action of the event does not exist');
  });
});
