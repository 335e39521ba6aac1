import type { Reconciliation } from './reconciliation.ts';
import { reconcileStep, type ReconcileSources } from './step.ts';

/**
 * Does steps of a reconciliation as long as there is time.
 * @returns true if the last step is done
 * @throws the errors of a step; the steps before it are done
 */
export async function advance(
  work: Reconciliation,
  sources: ReconcileSources,
  hasTime: () => boolean,
): Promise<boolean> {
  while (work.cursor.reads !== 'nothing') {
    if (!hasTime()) return false;
    await reconcileStep(work, sources);
  }
  return true;
}
