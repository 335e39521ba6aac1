import type { ArtefactKind } from '../../contract/artefacts/artefacts.ts';
import type { Suspendable } from '../../contract/authority/suspension.ts';
import type { Release } from '../../contract/system.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { suggestion } from '../../registry/tenant/did-you-mean.ts';
import { knownName } from '../head/known-name.ts';

const artefacts = {
  kind: { kind: 'ActionKind', says: 'action kind' },
  queue: { kind: 'Queue', says: 'queue' },
  sor: { kind: 'Sor', says: 'system of record' },
} as const satisfies Partial<Record<Suspendable, { readonly kind: ArtefactKind; readonly says: string }>>;

/**
 * Checks that the release has what is to be suspended. Without this check a mistyped name would stop nothing.
 * @throws UsageError if the release does not have it
 */
export async function mustBeKnown(release: Release, what: Exclude<Suspendable, 'all'>, name: string): Promise<void> {
  if (what === 'tool') return knownName(release, name);
  if (what === 'agent') {
    if (await release.agent(name)) return;
    throw new UsageError(`the release in force has no agent ${name}. Use the name of a file in agents/`);
  }
  const { kind, says } = artefacts[what];
  const names = new Set(Object.keys(release.pins).map((pin) => pin.split('@')[0] ?? ''));
  const known = [...names].filter((one) => versionsOf(release, one).some((pin) => release.describe(kind, pin)));
  if (!known.includes(name))
    throw new UsageError(`the release in force has no ${says} ${name}. ${suggestion(name, known)}`);
}

const versionsOf = ({ pins }: Release, name: string): readonly string[] =>
  Object.keys(pins).filter((pin) => pin.startsWith(`${name}@`));
