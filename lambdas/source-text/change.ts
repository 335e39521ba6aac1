import type { LocateOutcome } from '../../adapters/located-text/reader/outcome.ts';
import type { ReadScan } from '../../adapters/aws/textract.ts';
import type { SourceStore } from '../../adapters/tables/sources.ts';
import type { SourceEvent } from '../../contract/audit.ts';
import type { Hash } from '../../contract/values/canonical.ts';
import type { ContentStore } from '../../contract/rows/content.ts';
import { Failure } from '../../contract/failures.ts';
import type { Head } from '../../contract/system.ts';
import type { Source } from '../../contract/rows/located-text.ts';
import { sourceEvent } from '../sources/source-event.ts';

export interface TextDependencies {
  readonly store: SourceStore;
  readonly content: ContentStore;
  readonly locate: (bytes: Uint8Array, sourceHash: Hash, mediaType: string) => Promise<LocateOutcome>;
  /** Reads a PDF whose pages have no text. Absent if the tenant has configured no reader of scans. */
  readonly readScan?: ReadScan;
  readonly head: Head;
  readonly now: () => number;
  readonly uuid: () => string;
}

/** Returns the changed row, and the member `step` of the event. Undefined if the row does not change. */
export type SourceChange = (source: Source) => { readonly to: Source; readonly step: SourceEvent['step'] } | undefined;

const maxRounds = 4;

/**
 * Changes the row of a source.
 * @throws Failure `source.unknown` for an object that was not announced, `write.conflict`
 */
export async function changed(deps: TextDependencies, id: string, change: SourceChange): Promise<Source> {
  for (let round = 0; round < maxRounds; round++) {
    const from = await deps.store.find(id);
    if (!from) throw new Failure('source.unknown', 'the uploaded object does not belong to an announced source');
    const planned = change(from);
    if (!planned) return from;
    const at = new Date(deps.now()).toISOString();
    const to = { ...planned.to, version: from.version + 1, at };
    if (
      (await deps.store.put({
        from,
        to,
        event: sourceEvent(await stampOf(deps, at), planned.step, { source: to }),
      })) === 'put'
    )
      return to;
  }
  throw new Failure('write.conflict', 'other writers changed the same source during each of several attempts');
}

export const stampOf = async ({ head, uuid }: TextDependencies, at: string) => ({
  function: 'source-text',
  uuid: uuid(),
  at,
  actor: { kind: 'platform' as const, id: 'source-text', name: 'source-text' },
  release: (await head.current()).release,
});
