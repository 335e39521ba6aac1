import { someDecision, someTransition } from '../../../support/rows.ts';
import { codeOf, type OpenStores, opener } from '../under-test.ts';
import { stagedIn } from './staged.ts';
import { describe, expect, test } from 'vitest';

export function transitionLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
  describe(`The Action Plane's store ${name}`, () => {
    const staged = stagedIn(opened);

    test('A transition writes its rows, its Decision and its event together', async () => {
      const { plane, action, task, to, event, ledger } = await staged();
      const decision = someDecision(action);
      const moves = { action: { from: action, to: to.action }, task: { from: task, to: to.task } };
      expect(await plane.apply({ ...moves, decision, event })).toBe('applied');
      expect(await plane.action(action.id)).toEqual(to.action);
      expect(await plane.task(task.id)).toEqual(to.task);
      expect(await plane.decision(decision.id)).toEqual(decision);
      // The event is stored already. So noting it again must neither fail nor add an event.
      await ledger.note(event);
    });

    test('If a row does not have the expected version or state, the transition is answered with `moved` and nothing is written', async () => {
      const { plane, action, task, to, event } = await staged();
      const decision = someDecision(action);
      const elsewhere = { ...task, version: 7 };
      const moves = {
        action: { from: action, to: to.action },
        task: { from: elsewhere, to: { ...elsewhere, version: 8 } },
      };
      expect(await plane.apply({ ...moves, decision, event })).toBe('moved');
      const otherState = { ...action, state: 'approved' } as const;
      expect(await plane.apply({ action: { from: otherState, to: to.action }, event })).toBe('moved');
      expect(await plane.action(action.id)).toEqual(action);
      expect(await plane.task(task.id)).toEqual(task);
      expect(await plane.decision(decision.id)).toBeUndefined();
      expect(await plane.apply({ action: { from: action, to: to.action }, event })).toBe('applied');
    });

    test('If the Decision exists already, the transition is not applied', async () => {
      const { plane, action, to, event } = await staged();
      const decision = someDecision(action);
      const other = (await staged()).action;
      const moved = { ...other, version: 2 };
      await plane.apply({ action: { from: other, to: moved }, decision, event: someTransition(other, moved) });
      expect(await plane.apply({ action: { from: action, to: to.action }, decision, event })).toBe('moved');
      expect(await plane.action(action.id)).toEqual(action);
    });

    test('If eight transitions of one row come at once, one is applied', async () => {
      const { plane, action, to } = await staged();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          plane.apply({ action: { from: action, to: to.action }, event: someTransition(action, to.action) }),
        ),
      );
      expect(answers.filter((answer) => answer === 'applied')).toHaveLength(1);
    });

    test('If the answer of a transition was lost, the retry reports it as applied', async () => {
      const { plane, action, to, event, failCall } = await staged();
      failCall(0, 'lost');
      expect(await plane.apply({ action: { from: action, to: to.action }, event })).toBe('applied');
    });

    test('If a transition was never answered, it fails with ledger.unanswered, and the same transition succeeds later', async () => {
      const { plane, action, to, event, failAll, heal } = await staged();
      const transition = { action: { from: action, to: to.action }, event };
      failAll('unanswered');
      expect(await codeOf(plane.apply(transition))).toBe('ledger.unanswered');
      heal();
      expect(await plane.apply(transition)).toBe('applied');
      expect(await plane.action(action.id)).toEqual(to.action);
    });

    test('If a transition does not raise the version by one, it fails with the code `internal`', async () => {
      const { plane, action, event } = await staged();
      const same = { ...action, state: 'pending' } as const;
      expect(await codeOf(plane.apply({ action: { from: action, to: same }, event }))).toBe('internal');
      expect(await plane.action(action.id)).toEqual(action);
    });
  });
}
