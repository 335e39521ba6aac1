import type { Suspension } from '../../contract/authority/suspension.ts';
import type { HeadState } from '../../contract/system.ts';

/** Returns the head with the name suspended. The details of an earlier suspension of the same name are replaced. */
export const suspendedIn = (state: HeadState, name: string, details: Suspension): HeadState => ({
  ...state,
  suspended: [...new Set([...state.suspended, name])].sort(),
  suspensions: { ...state.suspensions, [name]: details },
});

/** Returns the head without the suspension of this name. */
export function resumedIn(state: HeadState, name: string): HeadState {
  const { [name]: _ended, ...others } = state.suspensions ?? {};
  return { ...state, suspended: state.suspended.filter((one) => one !== name), suspensions: others };
}
