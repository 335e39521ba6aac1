import type { RequestOrigin, SourceEvent } from '../../contract/audit.ts';
import type { Actor } from '../../contract/authority/identity.ts';
import { ownEventId } from '../../contract/dispatch/keys.ts';
import type { Source } from '../../contract/rows/located-text.ts';

/** Returns the event of a change of a source. It contains facts of the row, and never a value of the source. */
export const sourceEvent = (
  by: {
    readonly function: string;
    readonly uuid: string;
    readonly at: string;
    readonly actor: Actor;
    readonly release: string;
    readonly via?: RequestOrigin;
  },
  step: SourceEvent['step'],
  { source, partOf }: { readonly source: Source; readonly partOf?: string | undefined },
): SourceEvent => ({
  kind: 'source',
  eventId: ownEventId(by.function, by.uuid),
  at: by.at,
  actor: by.actor,
  ...by.via,
  release: by.release,
  subject: source.id,
  step,
  mediaType: source.mediaType,
  sizeBytes: source.sizeBytes,
  markings: source.markings,
  ...(source.text === undefined ? {} : { textHash: source.text.textHash }),
  ...(source.exception === undefined ? {} : { exception: source.exception.kind }),
  ...(partOf === undefined ? {} : { partOf }),
});
