import type { AuditTable } from '../../../adapters/tables/audit-table.ts';
import { reads } from '../../../contract/authority/reads.ts';
import { releaseInForce, type ReleaseSource } from '../../../contract/authority/release-in-force.ts';
import { Failure } from '../../../contract/failures.ts';
import type { ActionPlaneStore } from '../../../contract/rows/action-plane-store.ts';
import { viewOfAction } from '../../../contract/rows/action-view.ts';
import type { ContentReader } from '../../../contract/rows/content.ts';
import type { Ledger } from '../../../contract/system.ts';
import { mustBeCleared } from '../../clearance.ts';
import { json, type HttpAnswer, type HttpRequest } from '../../http.ts';
import { parametersOf } from '../../lists/parameters.ts';
import { readEvent } from '../../read-event.ts';
import { policiesOfStory } from './policy-texts.ts';
import { sentenceOf } from './sentence.ts';
import { caseOfStory, decisionsOfStory } from './story-records.ts';
import { eventsOfStory } from './story-events.ts';

export interface StoryDependencies extends ReleaseSource {
  readonly audit: Pick<AuditTable, 'query' | 'progress'>;
  readonly store: Pick<ActionPlaneStore, 'action' | 'attachment' | 'decision'>;
  readonly content: ContentReader;
  readonly ledger: Pick<Ledger, 'note'>;
}

/**
 * Handles `GET /v1/audit/story?action=`: the story of an Action for an auditor who is cleared for its markings. It has
 * the change, its case, each Decision with its reason, the policies with their text as it was, and each event in the
 * order of time with a sentence. `unknown` says what could not be found.
 * @throws Failure `function.unknown` for a caller who is no auditor, `action.unknown`, `marking.exceeds_clearance`
 */
export const readStory =
  (deps: StoryDependencies) =>
  async (request: HttpRequest): Promise<HttpAnswer> => {
    if (!reads.Audit(request.caller)) throw new Failure('function.unknown', 'there is nothing at this path');
    const { action: id } = parametersOf(request, ['action']);
    if (id === undefined) throw new Failure('request.invalid', 'the parameter action is required: the id of an Action');
    const action = await deps.store.action(id);
    if (!action) throw new Failure('action.unknown', 'there is no Action with this id');
    const release = await releaseInForce(deps);
    await mustBeCleared(release, request.caller, action.markings);
    // The progress is read before the events, so the story is complete at least up to `indexedUntil`.
    const { indexedUntil, sealedUntil } = await deps.audit.progress();
    const kept = await caseOfStory(deps.store, action);
    const told = await eventsOfStory(deps.audit, { action, ...kept, ...(indexedUntil && { indexedUntil }) });
    const decided = await decisionsOfStory(deps.store, told.events);
    const { policies, unknown } = await policiesOfStory(deps.content, told.events);
    const read = readEvent(request, {
      release: release.id,
      subject: `story of ${action.id}`,
      actionId: action.id,
      runId: action.runId,
      purpose: action.purpose,
    });
    await deps.ledger.note(read);
    const records = { action, decisions: decided.decisions, ...(kept.shown && { shown: kept.shown }) };
    const body = {
      action: {
        ...viewOfAction(action),
        requester: action.requester,
        owner: action.owner,
        runId: action.runId,
        purpose: action.purpose,
        reason: action.reason,
        receipt: action.sorReceipt,
      },
      payload: kept.payload,
      case: kept.shown,
      pins: action.authoring.pins,
      decisions: [...decided.decisions.values()],
      policies,
      entries: told.events.map((event) => ({
        at: event.at,
        eventId: event.eventId,
        kind: event.kind,
        actor: event.actor,
        sentence: sentenceOf(event, records),
      })),
      unknown: [...kept.unknown, ...told.unknown, ...decided.unknown, ...unknown],
      indexedUntil: indexedUntil ?? null,
      sealedUntil: sealedUntil ?? null,
    };
    return json(200, body, read.eventId);
  };
