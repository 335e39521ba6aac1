import type { HeadState } from '../../contract/system.ts';

/** Change of the list of withdrawn tool versions: a version is added (`withdraw`) or removed (`reinstate`). */
export const moves = ['withdraw', 'reinstate'] as const;
export type Move = (typeof moves)[number];

/**
 * Returns the head after the tool version was added to the list of withdrawn versions, or removed from it. Undefined if
 * nothing would change.
 */
export function moved(state: HeadState, move: Move, version: string): HeadState | undefined {
  const others = state.withdrawn.filter((one) => one !== version);
  if (others.length < state.withdrawn.length === (move === 'withdraw')) return undefined;
  return { ...state, withdrawn: move === 'reinstate' ? others : [...others, version].sort() };
}

/** Returns the reasons why calls of a tool or tool version are still refused, such as `tool.x is suspended`. */
export function refusing(state: HeadState, name: string): readonly string[] {
  const [tool = ''] = name.split('@');
  const concerns = (one: string): boolean => [name, tool, 'all'].includes(one) || one.startsWith(`${name}@`);
  const told = (one: string): string => (one === 'all' ? 'all work' : one);
  return (['withdrawn', 'suspended'] as const).flatMap((list) =>
    state[list].filter(concerns).map((one) => `${told(one)} is ${list}`),
  );
}
