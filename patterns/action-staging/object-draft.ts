import type { ActionKind } from '../../contract/artefacts/action-kind.ts';
import { draftContent } from '../../contract/rows/draft.ts';
import { Failure } from '../../contract/failures.ts';
import type { Request } from './schema.ts';

/**
 * A live object is made of a Draft alone: the payload holds one of the kind's type, that names the target, and that a
 * composition of this run is cited for.
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
