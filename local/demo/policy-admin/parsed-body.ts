import type * as z from 'zod';

/** The body as its form has it; undefined where it is not JSON, or of another form. */
export const parsedBody = <T>(form: z.ZodType<T>, body: string): T | undefined => {
  try {
    return form.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
};
