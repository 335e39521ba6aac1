import type { EventId } from '../../contract/audit.ts';
import { Failure } from '../../contract/failures.ts';
import { escapePointer, valueAt } from '../../contract/values/pointers.ts';
import { jsonPointer } from '../../contract/values/shapes.ts';
import type { Cited } from './cited.ts';
import { hashesTo } from './evidence.ts';

/** Checks that each drafted value is unchanged in the payload. @throws Failure `draft.mismatch`, `event.unknown` */
export function draftsOf(
  drafts: Readonly<Record<string, EventId>> | undefined,
  payload: unknown,
  cited: Cited,
): Readonly<Record<string, EventId>> {
  for (const [pointer, event] of Object.entries(drafts ?? {})) {
    const at = `/drafts/${escapePointer(pointer)}`;
    const { event: recorded, receipt } = cited.record(event, at);
    if (recorded.function !== 'composition') throw mismatch(`${at}: the event is not a call of a composition tool`, at);
    const value = jsonPointer.safeParse(pointer).success ? valueAt(payload, pointer) : undefined;
    if (value === undefined || !hashesTo(value, receipt.resultHash)) {
      throw mismatch(
        `${at}: the payload does not have the unchanged result of the composition at the pointer ${pointer}`,
        at,
      );
    }
  }
  return { ...drafts };
}

const mismatch = (detail: string, pointer: string): Failure => new Failure('draft.mismatch', detail, { pointer });
