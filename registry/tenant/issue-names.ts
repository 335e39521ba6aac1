import type * as z from 'zod';

/**
 * Replaces zod's message by the allowed names: the members of an object, or the values of the member that tells the
 * forms of a union apart. Messages of our own schemas stay.
 */
export const sayNames: z.core.ParseContext<z.core.$ZodIssue> = {
  error: (issue) => {
    const internals: unknown = issue.inst?._zod;
    const def = memberOf(internals, 'def');
    if (issue.code === 'unrecognized_keys') return Object.keys(Object(memberOf(def, 'shape'))).join(', ');
    if (issue.code === 'invalid_union' && 'discriminator' in issue && issue.errors.length === 0) {
      const values = memberOf(memberOf(internals, 'propValues'), String(issue['discriminator']));
      return values instanceof Set ? [...values].map(String).join(', ') : '';
    }
    return '';
  },
};

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Returns the names that `sayNames` has put into an issue. */
export const namesIn = ({ message }: Pick<z.core.$ZodIssue, 'message'>): readonly string[] =>
  message === '' ? [] : message.split(', ');
