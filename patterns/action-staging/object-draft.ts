import type { ActionKind } from '../../contract/artefacts/action-kind.ts';
import { draftContent } from '../../contract/rows/draft.ts';
import { Failure } from '../../contract/failures.ts';
import type { Request } from './schema.ts';

/**
 * Checks that a live object is created only from a Draft. The payload must contain a Draft of the kind's type for this
 * target, and the call must cite the composition of this run that made the Draft.
 * @throws Failure `draft.mismatch`
 */
export function mustBeItsDraft(
  { object }: Pick<ActionKind, 'object'>,
  { action, drafts }: Pick<Request, 'action' | 'drafts'>,
): void {
  if (!object) return;
  if (!Object.hasOwn(drafts ?? {}, object.draft)) {
    throw mismatch(`/drafts: must name the composition that drafted the payload's value at ${object.draft}`, '/drafts');
  }
  const content = draftContent(action.payload, object);
  if (!content)
    throw mismatch(
      `/action/payload: must contain a Draft of type ${object.type} at ${object.draft}`,
      '/action/payload',
    );
  if (content[object.key] !== action.targetRef) {
    throw mismatch(`/action/targetRef: must be equal to the member ${object.key} of the Draft`, '/action/targetRef');
  }
}

const mismatch = (detail: string, pointer: string): Failure => new Failure('draft.mismatch', detail, { pointer });
