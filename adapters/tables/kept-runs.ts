import type { Runs } from '../../contract/system.ts';
import type { Run } from '../../contract/rows/run.ts';

/** Caches runs in memory. A run never changes after it is opened, so a warm function need not read it again. */
export function keptRuns(runs: Runs, most = 256): Runs {
  const kept = new Map<string, Run>();
  return {
    async find(runId) {
      const known = kept.get(runId);
      if (known) return known;
      const run = await runs.find(runId);
      if (!run) return undefined;
      if (kept.size >= most) kept.delete(kept.keys().next().value ?? '');
      kept.set(runId, run);
      return run;
    },
  };
}
