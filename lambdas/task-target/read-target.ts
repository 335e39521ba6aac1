import { authoredRelease, kindOf } from '../../action-plane/authored-release.ts';
import type { Subject } from '../../action-plane/subject.ts';
import type { ActionKind } from '../../contract/artefacts/action-kind.ts';
import { reads } from '../../contract/authority/reads.ts';
import { releaseInForce, type ReleaseSource } from '../../contract/authority/release-in-force.ts';
import { Failure } from '../../contract/failures.ts';
import type { Action, ActionCase } from '../../contract/rows/action.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import type { Ledger, Release } from '../../contract/system.ts';
import { valueAt } from '../../contract/values/pointers.ts';
import { targetHash } from '../../contract/values/target-hash.ts';
import { subjectOf } from '../action-plane/subject-of.ts';
import { mustBeCleared } from '../clearance.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';
import { readEvent, readOfTask } from '../read-event.ts';
import { recordNow, type RecordNow, type RecordReaders } from './record-now.ts';

export interface ReadTargetDependencies extends ReleaseSource, RecordReaders {
  readonly store: Pick<ActionPlaneStore, 'task' | 'action' | 'attachment'>;
  readonly ledger: Pick<Ledger, 'note'>;
}

/**
 * Handles `GET /v1/tasks/{id}/target`: reads the record that the Action changes again, and shows each changed value as it
 * was shown, as it is now, and as the Action would make it. The SoR is asked once for each request.
 */
export const readTarget =
  (deps: ReadTargetDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    const { caller, event } = request;
    const subject = await subjectOf(deps.store, event.pathParameters?.['id'] ?? '');
    if (!reads.Task(caller, subject.task))
      throw new Failure('task.unknown', 'there is no Task with this id, or this caller may not read it');
    const inForce = await releaseInForce(deps);
    await mustBeCleared(inForce, caller, subject.task.markings);
    const { action, authored, kind } = await mustHaveTarget(deps, subject);
    const shown = await shownCase(deps.store, action);
    const now = await recordNow(deps, { action, authored, shown }, request);
    const read = readEvent(request, { ...readOfTask(inForce, subject), targets: [targetHash(action.target)] });
    await deps.ledger.note(read);
    const { sor, resource, ref, version } = action.target;
    const body = {
      at: new Date(request.at).toISOString(),
      target: { sor, resource, ref },
      shownVersion: version,
      ...now,
      changed: now.version !== version,
      changes: changesOf(kind, shown, now),
    };
    return json(200, body, read.eventId);
  };

/** @throws Failure `subject.unfit`, `run.pin_unavailable` */
async function mustHaveTarget(
  { library }: ReleaseSource,
  { action }: Subject,
): Promise<{ readonly action: Action; readonly authored: Release; readonly kind: ActionKind }> {
  if (!action)
    throw new Failure(
      'subject.unfit',
      'the subject of the Task is a validation or classification, so it has no target',
    );
  const authored = await authoredRelease(library, action);
  const kind = authored && (await kindOf(authored, action));
  if (!authored || !kind)
    throw new Failure('run.pin_unavailable', 'this build does not have the artefacts that the Action pins');
  return { action, authored, kind };
}

async function shownCase(store: ReadTargetDependencies['store'], { caseHash }: Action): Promise<ActionCase> {
  const text = await store.attachment(caseHash);
  if (text === undefined) throw new Failure('internal', 'the case of the Action is missing from the store');
  return JSON.parse(text) as ActionCase;
}

/** Returns each value of the case: as it was shown, as it is now, and as the Action would make it. */
const changesOf = ({ shows }: ActionKind, { changes }: ActionCase, { object }: RecordNow) =>
  changes.map(({ label, from, to }) => {
    const pointer = shows.find((one) => one.label === label)?.object;
    const now = object === undefined || pointer === undefined ? {} : { now: valueAt(object, pointer) ?? null };
    return { label, shown: from, ...now, to };
  });
