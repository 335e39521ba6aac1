import { applyPlanned } from '../../../action-plane/apply.ts';
import { authoredRelease, sorOf } from '../../../action-plane/authored-release.ts';
import { releaseInForce } from '../../../contract/authority/release-in-force.ts';
import { suspensionsOf } from '../../../contract/authority/suspension.ts';
import { objectSeen } from '../../../action-plane/commit-object.ts';
import { sorsOf } from '../../../action-plane/involved.ts';
import { inExecution } from '../../../action-plane/loops.ts';
import { platformActor } from '../../../action-plane/stamp.ts';
import { approvalStep, type ApprovalStep } from '../../../action-plane/steps.ts';
import { targetSeen, type TargetSeen } from '../../../action-plane/target.ts';
import { openDecision, verify } from '../../../action-plane/verify.ts';
import { outboundPath } from '../../../adapters/sor/expand-path.ts';
import type { Action } from '../../../contract/rows/action.ts';
import { internalTarget, type Objects } from '../../../contract/rows/objects.ts';
import { Failure } from '../../../contract/failures.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';
import type { Connectors } from '../../../contract/ports.ts';
import type { Head, Library, Release } from '../../../contract/system.ts';
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

/** The time limit for reading one record. */
const readMillis = 20_000;

/**
 * Reads the records that the Action of a requested Task relies on again. If they are unchanged, opens the Task; if one
 * has changed, voids Task and Action. A Task in any other state is left as it is. So is a Task while all work or a
 * system of record that would be read is suspended.
 * @throws Failure `dependency.unavailable` if a record could not be read reliably
 */
export const verifyTask =
  ({ store, head, library, connectors, objects, now, uuid }: VerifyDependencies) =>
  async (input: unknown): Promise<ApprovalStep> => {
    const counted = parseInput(approvalInput, input);
    const { taskId } = counted;
    await applyPlanned(store, async () => {
      const subject = await subjectOf(store, taskId);
      const { task, action } = subject;
      if (task.state !== 'requested' || now() >= Date.parse(task.dueAt)) return undefined;
      // A suspended system of record is not read. The machine tries again after a pause.
      if (action && suspensionsOf(await head.current(), { sors: sorsOf(action) }).length > 0) return undefined;
      const seen = action && (await seeAll({ library, connectors, objects, now }, action));
      if (seen?.seen === 'unknown')
        throw new Failure(
          'dependency.unavailable',
          `a record that the Action relies on could not be read: ${seen.reason}`,
        );
      const release = (await releaseInForce({ head, library })).id;
      const by = platformActor('approval-verify');
      const stamp = { function: 'approval-verify', uuid: uuid(), atMillis: now(), by, release } as const;
      const transition = action && seen ? verify({ action, task }, seen, stamp) : openDecision(subject, stamp);
      return { transition };
    });
    const { task, action } = await subjectOf(store, taskId);
    const waits = (await store.token(taskId))?.wait ?? 0;
    return inExecution(approvalStep({ task, action }, waits, now()), counted);
  };

type Readers = Pick<VerifyDependencies, 'library' | 'connectors' | 'objects' | 'now'>;

/**
 * Reads the target and all other records that the Action relies on. If one record has changed, the result is `changed`,
 * even if another record could not be read.
 */
async function seeAll(readers: Readers, action: Action): Promise<TargetSeen> {
  const release = await authoredRelease(readers.library, action);
  const target = await seeRecord(readers, { action, release, record: action.target });
  if (target.seen === 'changed') return target;
  const lookups = Object.values(action.lookups ?? {});
  const others = await Promise.all(lookups.map((record) => seeRecord(readers, { action, release, record })));
  if (others.some(({ seen }) => seen === 'changed')) return { seen: 'changed', reason: 'lookup.changed' };
  return [target, ...others].find(({ seen }) => seen === 'unknown') ?? target;
}

async function seeRecord(
  { connectors, objects, now }: Readers,
  asked: {
    readonly action: Action;
    readonly release: Release | undefined;
    readonly record: Action['target'];
  },
): Promise<TargetSeen> {
  const { action, release, record } = asked;
  if (record.sor === internalTarget) return objectSeen(await objects.get(record.resource, record.ref), record);
  const sor = release && (await sorOf(release, action, record.sor));
  const resource = sor?.resources[record.resource];
  if (!sor || !resource) return { seen: 'unknown', reason: 'release.unavailable' };
  const path = outboundPath(resource.path, { id: record.ref });
  const answer = await connectors.read(sor, { path, ifNoneMatch: record.version, deadlineAt: now() + readMillis });
  return targetSeen(answer, record, sor);
}
