import type { Versioned } from '../../call.ts';
import { Failure } from '../../failures.ts';
import type { Head } from '../../system.ts';

/** Released with a report that proves it, and neither withdrawn nor suspended since. The spec's 9.1, Eval-gated. */
export const evalGated =
  (head: Head) =>
  async (call: Versioned): Promise<Versioned> => {
    const { id, version, release } = call.record;
    const named = `${id}@${version}`;
    const served = release.state === 'released' || release.state === 'deprecated';
    if (!served || !release.proved) throw new Failure('tool.not_released', `${named} is not released`);
    const { withdrawn, suspended } = await head.current();
    if (withdrawn.includes(named)) throw new Failure('tool.withdrawn', `${named} is withdrawn`);
    if (suspended.includes(named) || suspended.includes(id))
      throw new Failure('tool.suspended', `${named} is suspended`);
    return call;
  };
