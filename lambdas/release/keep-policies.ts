import type { ContentWriter } from '../../contract/rows/content.ts';
import type { Release } from '../../contract/system.ts';

/**
 * Stores the text of each policy of a release under its hash. This happens before the release is in force, so an event
 * never names a policy whose text is not stored. A text that is stored already does not change.
 */
export async function keepPolicies(
  release: Pick<Release, 'policies' | 'policyText'>,
  content: ContentWriter,
): Promise<void> {
  const { texts } = await release.policies();
  for (const hash of new Set(Object.values(texts))) {
    await content.put('policies', hash, Buffer.from(await release.policyText(hash)));
  }
}
