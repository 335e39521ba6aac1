import type { ActionKind } from '../../contract/artefacts/action-kind.ts';
import { draftContent } from '../../contract/rows/draft.ts';
import { Failure } from '../../contract/failures.ts';
import type { Request } from './schema.ts';

/**
 * Checks that a live object is made only from a Draft: the payload must hold a Draft of the kind's type that names the
 * target, and the call must cite the composition of this run that made it.
 * @throws Failure `draft.mismatch`
 */
export function mustBeItsDraft(
  { object }: Pick<ActionKind, 'object'>,
  { action, drafts }: Pick<Request, 'action' | 'drafts'>,
): void {
  if (!object) return;
  if (!Object.hasOwn(drafts ?? {}, object.draft)) {
    throw mismatch(`/drafts: must name the composition that drafted the payload's ${object.draft}`, '/drafts');
  }
  const content = draftContent(action.payload, object);
  if (!content)
    throw mismatch(`/action/payload: must hold a draft of ${object.type} at ${object.draft}`, '/action/payload');
  if (content[object.key] !== action.targetRef) {
    throw mismatch(`/action/targetRef: must be the draft's ${object.key}`, '/action/targetRef');
  }
}

const mismatch = (detail: string, pointer: string): Failure => new Failure('draft.mismatch', detail, { pointer });
