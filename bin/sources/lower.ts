import type { SourceStore } from '../../adapters/tables/sources.ts';
import { expand, join, top, type Marking } from '../../contract/authority/markings.ts';
import { newUuid } from '../../contract/dispatch/keys.ts';
import type { Source } from '../../contract/rows/located-text.ts';
import type { Release } from '../../contract/system.ts';
import { sourceEvent } from '../../lambdas/sources/source-event.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { MissingEnvironment } from '../missing-environment.ts';

const maxAttempts = 8;

export interface Lowering {
  readonly id: string;
  readonly markings: readonly Marking[];
  readonly release: Pick<Release, 'id' | 'markings'>;
}

/**
 * Lowers the markings of a source to the given ones. The row and its event are one transaction.
 * @throws UsageError if the source does not exist, or if a marking is not lower than the present markings
 */
export async function lowerMarkings(
  store: SourceStore,
  { id, markings, release }: Lowering,
  now: () => number = Date.now,
): Promise<{ readonly before: readonly Marking[]; readonly after: readonly Marking[]; readonly changed: boolean }> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const from = await store.find(id);
    if (!from) throw new UsageError(`there is no source ${id}`);
    const after = lowered(from, markings, release);
    const answer = { before: from.markings, after };
    if (after.join() === from.markings.join()) return { ...answer, changed: false };
    const at = new Date(now()).toISOString();
    const to = { ...from, markings: after, version: from.version + 1 };
    const event = sourceEvent(
      {
        function: 'sources',
        uuid: newUuid(),
        at,
        // The platform does not know the person. CloudTrail records who used the AWS credentials.
        actor: { kind: 'platform', id: 'operator', name: 'operator' },
        release: release.id,
      },
      'lowered',
      { source: to },
    );
    if ((await store.put({ from, to, event })) === 'put') return { ...answer, changed: true };
  }
  throw new MissingEnvironment(
    `the source was changed by others during each of ${maxAttempts} attempts, so nothing was written. Run the command again`,
  );
}

function lowered(
  { id, markings: present }: Source,
  wanted: readonly Marking[],
  { markings: scheme }: Lowering['release'],
): readonly Marking[] {
  const known = top(scheme);
  const unknown = wanted.find((marking) => !known.includes(marking));
  if (unknown !== undefined)
    throw new UsageError(`the release in force has no marking ${unknown}. Use some of: ${known.join(', ')}`);
  const allowed = expand(scheme, present);
  const higher = wanted.find((marking) => !allowed.includes(marking));
  if (higher !== undefined)
    throw new UsageError(
      `${higher} is not lower than the markings of ${id}: ${present.join(', ')}. The command can only lower markings`,
    );
  return join(scheme, wanted);
}
