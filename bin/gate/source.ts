import { locateSource } from '../../adapters/located-text/locate.ts';
import { SourceRefused } from '../../adapters/located-text/source-refused.ts';
import type { MemoryWorld } from '../../adapters/memory/world.ts';
import { persist } from '../../adapters/tables/persist.ts';
import { putSource } from '../../adapters/tables/sources.ts';
import { canonicalJson, sha256 } from '../../contract/values/canonical.ts';
import { sha256OfBytes } from '../../contract/rows/content.ts';
import { sourceId, textName, type Source, type SourceId } from '../../contract/rows/located-text.ts';
import type { GateSource } from '../../registry/gate/world.ts';

/** Stores the source of an eval case as if a client had sent it. The deployed extractors turn its bytes into located text. */
export async function standSource(world: MemoryWorld, given: GateSource, at: string): Promise<SourceId> {
  const { bytes, mediaType, markings, state } = given;
  const sourceHash = sha256OfBytes(bytes);
  // Nobody else sends sources here, so the hash of the bytes is enough to name a source.
  const by = { kind: 'platform', id: 'gate', name: 'gate' } as const;
  const row = { id: sourceId(sourceHash), by, sourceHash, mediaType, sizeBytes: bytes.byteLength, markings };
  const stand = { ...row, version: 1, at, depth: 0 };
  const source = state === 'received' ? { ...stand, state } : await located(world, stand, bytes);
  await persist(world.database, [putSource(source)]);
  return source.id;
}

async function located(world: MemoryWorld, stand: Omit<Source, 'state'>, bytes: Uint8Array): Promise<Source> {
  try {
    const { text } = await locateSource(bytes, stand.sourceHash, stand.mediaType);
    const json = canonicalJson(text);
    await world.content.put('texts', textName(stand.sourceHash, text), Buffer.from(json));
    const { extractor, extractorVersion, textHash } = text;
    return { ...stand, state: 'located', text: { extractor, extractorVersion, textHash, digest: sha256(json) } };
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    return { ...stand, state: 'refused', exception: { kind: error.kind, detail: error.message } };
  }
}
