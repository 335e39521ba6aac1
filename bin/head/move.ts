import type { HeadState } from '../../contract/system.ts';

/** Change of one list of the head: a name is added (`listed`) or removed (`free`). */
export interface Move {
  readonly list: 'withdrawn' | 'suspended';
  readonly to: 'listed' | 'free';
}

export const moves = {
  withdraw: { list: 'withdrawn', to: 'listed' },
  reinstate: { list: 'withdrawn', to: 'free' },
  suspend: { list: 'suspended', to: 'listed' },
  resume: { list: 'suspended', to: 'free' },
} as const satisfies Readonly<Record<string, Move>>;

/** Returns the head with the name added or removed and everything else unchanged. Undefined if the list is already right. */
export function moved(state: HeadState, { list, to }: Move, name: string): HeadState | undefined {
  const others = state[list].filter((one) => one !== name);
  if (others.length < state[list].length === (to === 'listed')) return undefined;
  return { ...state, [list]: to === 'free' ? others : [...others, name].sort() };
}

/** Returns the reasons why calls of a tool or tool version are still refused, such as `tool.x is suspended`. */
export function refusing(state: HeadState, name: string): readonly string[] {
  const [tool = ''] = name.split('@');
  const concerns = (one: string): boolean => one === name || one === tool || one.startsWith(`${name}@`);
  return (['withdrawn', 'suspended'] as const).flatMap((list) =>
    state[list].filter(concerns).map((one) => `${one} is ${list}`),
  );
}
