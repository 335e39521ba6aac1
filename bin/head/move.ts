import type { HeadState } from '../../contract/system.ts';

/** A list of the head, and whether a name goes into it or out of it. */
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

/** The head after the move; all else of it, the telemetry key too, as it was. Undefined where it stands so already. */
export function moved(state: HeadState, { list, to }: Move, name: string): HeadState | undefined {
  const others = state[list].filter((one) => one !== name);
  if (others.length < state[list].length === (to === 'listed')) return undefined;
  return { ...state, [list]: to === 'free' ? others : [...others, name].sort() };
}

/** What still refuses calls of this name, as `tool.x is suspended`: the name itself, its whole tool, or one of its versions. */
export function refusing(state: HeadState, name: string): readonly string[] {
  const [tool = ''] = name.split('@');
  const concerns = (one: string): boolean => one === name || one === tool || one.startsWith(`${name}@`);
  return (['withdrawn', 'suspended'] as const).flatMap((list) =>
    state[list].filter(concerns).map((one) => `${one} is ${list}`),
  );
}
