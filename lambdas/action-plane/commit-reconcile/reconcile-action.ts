import { applyPlanned } from '../../../action-plane/apply.ts';
import { inExecution } from '../../../action-plane/loops.ts';
import { mustFindAction } from '../../../action-plane/must-find-action.ts';
import { authoredRelease, sorOf } from '../../../action-plane/authored-release.ts';
import { absentObjectChange } from '../../../action-plane/commit-object.ts';
import { lapse, leaseHolds } from '../../../action-plane/commit.ts';
import { reconcile, settled } from '../../../action-plane/reconcile.ts';
import { settlesWithinOf } from '../../../action-plane/settles.ts';
import { platformActor, type Stamp } from '../../../action-plane/stamp.ts';
import { bound } from '../../../action-plane/states.ts';
import { commitStep, type CommitStep } from '../../../action-plane/steps.ts';
import { outboundPath } from '../../../adapters/sor/expand-path.ts';
import type { Action } from '../../../contract/rows/action.ts';
import type { HttpSor } from '../../../contract/artefacts/sor.ts';
import { internalTarget } from '../../../contract/rows/objects.ts';
import type { ActionPlaneStore, Transition } from '../../../contract/rows/action-plane-store.ts';
import type { Connectors } from '../../../contract/ports.ts';
import type { Library } from '../../../contract/system.ts';
import { applyOutcome } from '../apply-outcome.ts';
import type { Clock } from '../clock.ts';
import { commitInput, parseInput } from '../input.ts';

export interface ReconcileDependencies extends Clock {
  readonly store: ActionPlaneStore;
  readonly library: Library;
  readonly connectors: Connectors;
}

const readMillis = 20_000;

/**
 * Looks up a change with an unknown outcome at the SoR, by our reference, as soon as the SoR has settled. The function
 * has only the read secret, so it cannot send a change.
 */
export const reconcileAction =
  (deps: ReconcileDependencies) =>
  async (input: unknown): Promise<CommitStep> => {
    const { store, now } = deps;
    const counted = parseInput(commitInput, input);
    const { actionId, generation } = counted;
    const applying = { apply: applyOutcome(deps, 'commit-reconcile') };
    await applyPlanned(applying, async () => {
      const action = await mustFindAction(store, actionId);
      const transition = await planned(deps, action, await sorFor(deps, action));
      return transition && { transition };
    });
    const action = await mustFindAction(store, actionId);
    const settlesWithinMillis = await settlesWithinOf(deps.library, action);
    return inExecution(commitStep(action, generation, { settlesWithinMillis, atMillis: now() }), counted);
  };

async function planned(
  deps: ReconcileDependencies,
  action: Action,
  sor: HttpSor | undefined,
): Promise<Transition | undefined> {
  if (action.state === 'committing' && !leaseHolds(action, deps.now())) return lapse(action, stampOf(deps, action));
  if (action.state !== 'outcome_unknown' || action.reconciliations >= bound) return undefined;
  if (action.target.sor === internalTarget) return absentObjectChange(action, stampOf(deps, action));
  const askedAtMillis = deps.now();
  if (!sor?.changes || !settled(action, sor, askedAtMillis)) return undefined;
  const path = outboundPath(sor.changes.path, { ref: action.id });
  const answer = await deps.connectors.read(sor, { path, deadlineAt: askedAtMillis + readMillis });
  return reconcile(action, { answer, sor, askedAtMillis }, stampOf(deps, action));
}

async function sorFor({ library }: ReconcileDependencies, action: Action): Promise<HttpSor | undefined> {
  const release = await authoredRelease(library, action);
  return release && sorOf(release, action);
}

/** The head is not read: the Action continues under the release under which it was staged. */
const stampOf = ({ now, uuid }: Clock, { release }: Action): Stamp => ({
  function: 'commit-reconcile',
  uuid: uuid(),
  atMillis: now(),
  by: platformActor('commit-reconcile'),
  release,
});
