import { applyPlanned } from '../../../action-plane/apply.ts';
import { authoredRelease, sorOf } from '../../../action-plane/authored-release.ts';
import { releaseInForce } from '../../../contract/authority/release-in-force.ts';
import { objectSeen } from '../../../action-plane/commit-object.ts';
import { platformActor } from '../../../action-plane/stamp.ts';
import { approvalStep, type ApprovalStep } from '../../../action-plane/steps.ts';
import { targetSeen, type TargetSeen } from '../../../action-plane/target.ts';
import { verify } from '../../../action-plane/verify.ts';
import { expandPath } from '../../../adapters/sor/expand-path.ts';
import type { Action } from '../../../contract/rows/action.ts';
import { internalTarget, type Objects } from '../../../contract/rows/objects.ts';
import { Failure } from '../../../contract/failures.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';
import type { Connectors } from '../../../contract/ports.ts';
import type { Head, Library } from '../../../contract/system.ts';
import type { Clock } from '../clock.ts';
import { approvalInput, parseInput } from '../input.ts';
import { subjectOf } from '../subject-of.ts';

export interface VerifyDependencies extends Clock {
  readonly store: ActionPlaneStore;
  readonly head: Head;
  readonly library: Library;
  readonly connectors: Connectors;
  readonly objects: Pick<Objects, 'get'>;
}

/** How long the target may take to be read. */
const readMillis = 20_000;

/**
 * Reads the target of a requested Task again: unchanged opens the Task, changed voids Task and Action. A Task that is
 * further already is left as it is.
 * @throws Failure `dependency.unavailable` where the target could not be read for sure
 */
export const verifyTask =
  ({ store, head, library, connectors, objects, now, uuid }: VerifyDependencies) =>
  async (input: unknown): Promise<ApprovalStep> => {
    const { taskId } = parseInput(approvalInput, input);
    await applyPlanned(store, async () => {
      const subject = await subjectOf(store, taskId);
      const { task, action } = subject;
      if (task.state !== 'requested' || now() >= Date.parse(task.dueAt)) return undefined;
      const seen = await seeTarget({ library, connectors, objects, now }, action);
      if (seen.seen === 'unknown')
        throw new Failure('dependency.unavailable', `the target was not read: ${seen.reason}`);
      const release = (await releaseInForce({ head, library })).id;
      const by = platformActor('approval-verify');
      return {
        transition: verify(subject, seen, { function: 'approval-verify', uuid: uuid(), atMillis: now(), by, release }),
      };
    });
    const { task, action } = await subjectOf(store, taskId);
    return approvalStep(task, (await store.token(taskId))?.wait ?? 0, now(), action);
  };

async function seeTarget(
  { library, connectors, objects, now }: Pick<VerifyDependencies, 'library' | 'connectors' | 'objects' | 'now'>,
  action: Action,
): Promise<TargetSeen> {
  const { sor: target, resource: type, ref } = action.target;
  if (target === internalTarget) return objectSeen(await objects.get(type, ref), action.target);
  const release = await authoredRelease(library, action);
  const sor = release && (await sorOf(release, action));
  const resource = sor?.resources[action.target.resource];
  if (!sor || !resource) return { seen: 'unknown', reason: 'release.unavailable' };
  const path = expandPath(resource.path, { id: action.target.ref });
  const answer = await connectors.read(sor, {
    path,
    ifNoneMatch: action.target.version,
    deadlineAt: now() + readMillis,
  });
  return targetSeen(answer, action.target, sor);
}
