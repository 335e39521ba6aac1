import { readAside } from '../../../adapters/tables/aside.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import type { ContentReader } from '../../../contract/rows/content.ts';
import type { Hash } from '../../../contract/values/canonical.ts';

/** A policy that allowed or refused something in a story. `text` is its text as it was; null if it was not found. */
export interface ToldPolicy {
  readonly name: string;
  readonly hash: Hash;
  readonly text: string | null;
}

/** Reads the text of each policy that decided about one of the events, once for each text. */
export async function policiesOfStory(
  content: ContentReader,
  events: readonly AuditEvent[],
): Promise<{ readonly policies: readonly ToldPolicy[]; readonly unknown: readonly string[] }> {
  const named = new Map<Hash, string>();
  for (const event of events) {
    if (event.kind !== 'dispatch' && event.kind !== 'decision') continue;
    for (const [i, hash] of (event.policyHashes ?? []).entries()) named.set(hash, event.policies?.[i] ?? '');
  }
  const policies = await Promise.all(
    [...named].map(async ([hash, name]) => ({
      name,
      hash,
      text: (await readAside(content, 'policies', hash)) ?? null,
    })),
  );
  const unknown = policies
    .filter(({ text }) => text === null)
    .map(({ name, hash }) => `The text of the policy ${name} with the hash ${hash} was not kept.`);
  return { policies, unknown };
}
