import { settlesWithinOf } from '../../action-plane/settles.ts';
import { isOperators } from '../../action-plane/steps.ts';
import type { Action } from '../../contract/rows/action.ts';
import type { Library } from '../../contract/system.ts';

/**
 * Returns true if only an operator can find out whether the change arrived. The release under which the Action was
 * staged is read only if the outcome is unknown.
 */
export const waitsForOperator = async (library: Library, action: Action): Promise<boolean> =>
  action.state === 'outcome_unknown' && isOperators(action, await settlesWithinOf(library, action));
