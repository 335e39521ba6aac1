import type { HeadState } from '../../contract/system.ts';

/** Returns the members of the head that list one suspended thing, by its name in the head. */
export const suspensionAt = (
  atMillis: number,
  { name, holdSeconds }: { readonly name: string; readonly holdSeconds: number },
): Pick<HeadState, 'suspended' | 'suspensions'> => ({
  suspended: [name],
  suspensions: {
    [name]: {
      by: { id: 'arn:aws:iam::111122223333:user/jane', name: 'jane' },
      at: new Date(atMillis).toISOString(),
      reason: 'the estimates are wrong',
      holdUntil: new Date(atMillis + holdSeconds * 1000).toISOString(),
    },
  },
});
