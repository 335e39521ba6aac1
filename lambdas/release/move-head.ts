import { randomBytes } from 'node:crypto';
import { releasePut, type Releases } from '../../adapters/tables/releases.ts';
import type { HeadWriter } from '../../adapters/tables/head.ts';
import type { Write } from '../../adapters/tables/database.ts';
import type { HeadState } from '../../contract/system.ts';

const maxAttempts = 8;

export interface MoveDependencies {
  readonly head: HeadWriter;
  readonly releases: Pick<Releases, 'find'>;
  readonly now: () => number;
}

export interface WantedMove {
  readonly release: string;
  readonly by: 'deploy' | 'person';
  /** True if a deploy may replace a release that was published since the last deploy. */
  readonly told?: boolean;
}

export interface HeadMove {
  /** The release in force now. */
  readonly release: string;
  readonly moved: boolean;
  /** Present if the head stays at a release that was published since the last deploy. */
  readonly because?: 'published';
}

/**
 * Puts a stored release in force. Withdrawals, suspensions and the telemetry key stay as they are; the key is made by the
 * first deploy. The head, the rows of the release before and of the new one, and the events are one transaction. If the
 * release is in force already, nothing is written.
 */
export async function moveHead(deps: MoveDependencies, wanted: WantedMove): Promise<HeadMove> {
  const { release, by, told = false } = wanted;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { state, version } = await deps.head.read();
    if (state?.release === release && state.releasedBy === by && state.telemetryKey !== undefined)
      return { release, moved: false };
    const isPublished = state?.releasedBy === 'person' && state.release !== release;
    if (by === 'deploy' && isPublished && !told) return { release: state.release, moved: false, because: 'published' };
    const next: HeadState = {
      ...state,
      release,
      releasedBy: by,
      withdrawn: state?.withdrawn ?? [],
      suspended: state?.suspended ?? [],
      telemetryKey: state?.telemetryKey ?? randomBytes(32).toString('base64url'),
    };
    const beside = state?.release === release ? [] : await rowsOf(deps, { from: state?.release, to: release });
    if ((await deps.head.write(next, version, { beside })) === 'written')
      return { release, moved: state?.release !== release };
  }
  throw new Error('other writers changed the head during each of several attempts. Run the command again');
}

/** Returns the writes of the rows that say since when and until when a release was in force. */
async function rowsOf(
  { releases, now }: MoveDependencies,
  { from, to }: { readonly from: string | undefined; readonly to: string },
): Promise<readonly Write[]> {
  const at = new Date(now()).toISOString();
  const [before, after] = await Promise.all([from === undefined ? undefined : releases.find(from), releases.find(to)]);
  if (!after) throw new Error(`the release ${to} is not stored, so it cannot be put in force`);
  const { inForceUntil: _, ...row } = after;
  return [releasePut({ ...row, inForceSince: at }), ...(before ? [releasePut({ ...before, inForceUntil: at })] : [])];
}
