import { locateSource } from '../../adapters/located-text/locate.ts';
import type { MemoryContent } from '../../adapters/memory/content.ts';
import type { MemoryDatabase } from '../../adapters/memory/database.ts';
import { rowOf } from '../../adapters/tables/item.ts';
import { attachmentItem, moveActionRow } from '../../adapters/tables/rows.ts';
import { putSource } from '../../adapters/tables/sources.ts';
import type { Action, ActionCase } from '../../contract/rows/action.ts';
import { sha256OfBytes } from '../../contract/rows/content.ts';
import { sourceIdOf, sourceName, textName, type LocatedText, type Source } from '../../contract/rows/located-text.ts';
import type { EvidenceSpan } from '../../contract/values/shapes.ts';
import { canonicalJson, hashOf, sha256 } from '../../contract/values/canonical.ts';
import { agent, shownCase, start } from './plane.ts';

interface Stores {
  readonly stored: MemoryDatabase;
  readonly content: MemoryContent;
}

export interface SentSourceText {
  readonly row: Source;
  readonly located: LocatedText;
}

/** Stores a source of the agent with its text, as its sending and its reading do. */
export async function storeSource(
  { stored, content }: Stores,
  { text, mediaType }: { readonly text: string; readonly mediaType: string },
  more: Partial<Source> = {},
): Promise<SentSourceText> {
  const bytes = Buffer.from(text);
  const sourceHash = sha256OfBytes(bytes);
  const { text: located } = await locateSource(bytes, sourceHash, mediaType);
  const json = canonicalJson(located);
  const key = { by: { kind: agent.kind, id: agent.id, name: agent.name }, sourceHash, mediaType };
  const row: Source = {
    id: sourceIdOf(key),
    ...key,
    sizeBytes: bytes.length,
    markings: ['pii.medium'],
    state: 'located',
    version: 2,
    at: new Date(start).toISOString(),
    depth: 0,
    text: { ...located, digest: sha256(json) },
    ...more,
  };
  await stored.write([putSource(row)]);
  await content.put('sources', sourceName(row.id), bytes);
  await content.put('texts', textName(sourceName(row.id), located), Buffer.from(json));
  return { row, located };
}

/** Returns the span of a quote in a text. */
export const spanOf = (located: LocatedText, quote: string): EvidenceSpan => {
  const from = located.text.indexOf(quote);
  const { sourceHash, extractor, extractorVersion, textHash } = located;
  return { sourceHash, extractor, extractorVersion, textHash, start: from, end: from + quote.length, quote };
};

/** Returns the evidence of an extraction that found these spans in a source. */
export const extractedFrom = (source: Source, spans: readonly EvidenceSpan[]): ActionCase['evidence'][number] => ({
  eventId: 'extraction.event',
  tool: 'tool.notice.extract',
  version: '1.0.0',
  pins: { 'tool.notice.extract@1.0.0': sha256('tool'), [source.id]: source.text?.textHash ?? '' },
  result: { status: 'extracted', value: spans[0]?.quote, evidence: spans[0], more: spans.slice(1) },
});

/** Replaces the evidence in the case of an Action. */
export async function showEvidence(
  { stored }: Pick<Stores, 'stored'>,
  actionId: string,
  evidence: ActionCase['evidence'],
): Promise<void> {
  const shown: ActionCase = { ...shownCase, evidence };
  const from = rowOf<Action>((await stored.get('actions', actionId)) ?? {});
  const to = { ...from, caseHash: hashOf(shown), version: from.version + 1 };
  const put = attachmentItem({ hash: to.caseHash, text: canonicalJson(shown) });
  await stored.write([{ put, in: 'actions' }, moveActionRow(from, to)]);
}
