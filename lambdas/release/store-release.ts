import { openManifest } from '../../adapters/release/open-manifest.ts';
import { checkedPart, checkedParts, type ReadPart } from '../../adapters/release/parts.ts';
import type { ReleasePackage } from '../../contract/artefacts/release-package.ts';
import { releaseFormats } from '../../contract/artefacts/manifest.ts';
import type { ContentWriter } from '../../contract/rows/content.ts';
import type { Release } from '../../contract/system.ts';
import { sha256, type Hash } from '../../contract/values/canonical.ts';

/** The number of parts that are stored at the same time. */
const width = 32;

/**
 * Stores the parts of a release and then its manifest. Nothing that is stored already changes. Functions open the release
 * only after it has a row.
 * @throws PartRefused if a part does not have its digest, Failure `dependency.unavailable`
 */
export async function storeRelease(
  content: ContentWriter,
  { manifest, parts }: Pick<ReleasePackage, 'manifest' | 'parts'>,
): Promise<Release> {
  const read: ReadPart = async (digest) =>
    Object.hasOwn(parts, digest) ? Buffer.from(parts[digest] ?? '') : undefined;
  const release = openManifest(sha256(manifest), manifest, checkedParts(read));
  if (!release) throw new Error(`the release of this deploy does not have one of the formats ${releaseFormats.join()}`);
  const waiting = Object.keys(parts);
  const storeNext = async (digest: Hash | undefined): Promise<void> => {
    if (digest === undefined) return;
    await content.put('parts', digest, await checkedPart(read, digest));
    return storeNext(waiting.pop());
  };
  await Promise.all(Array.from({ length: width }, () => storeNext(waiting.pop())));
  await content.put('releases', release.id, Buffer.from(manifest));
  return release;
}
