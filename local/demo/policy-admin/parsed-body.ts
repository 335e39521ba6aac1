import type * as z from 'zod';

/** Parses a body with a schema. Undefined if it is not JSON or does not match. */
export const parsedBody = <T>(form: z.ZodType<T>, body: string): T | undefined => {
  try {
    return form.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
};
