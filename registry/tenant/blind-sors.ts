import { changeable } from '../../contract/artefacts/sor.ts';
import type { Problem } from './problem.ts';
import { problemAt } from './source.ts';
import type { Tenant } from './tenant.ts';

const lost =
  'If the outcome of an Action is unknown, an operator must find it out, and the platform does not send the change again. ' +
  'If the SoR refuses a change, the Action ends, although the change may have been applied';

/**
 * Returns a warning for each blind SoR that changes are sent to. A blind SoR declares no way to look up a change by the
 * platform's reference (`changes`), or no time after which an absent change stays absent (`settlesWithin`).
 */
export const blindSorWarnings = ({ artefacts }: Tenant): readonly Problem[] =>
  artefacts.flatMap((file) => {
    if (file.kind !== 'Sor') return [];
    const changed = changeable(file.value.artefact);
    if (!changed) return [];
    const { id, mutations, changes, settlesWithinMillis } = changed;
    const missing = [
      ...(changes === undefined ? ['changes'] : []),
      ...(settlesWithinMillis === undefined ? ['settlesWithin'] : []),
    ];
    if (missing.length === 0 || Object.keys(mutations).length === 0) return [];
    const message = `${id} is a blind SoR: it does not declare ${missing.join(' and ')}. ${lost}`;
    return [
      problemAt(
        { source: file.source, path: ['mutations'] },
        message,
        `Declare ${missing.join(' and ')} if the system offers it`,
      ),
    ];
  });
