import * as z from 'zod';

/** A text of a human's that others are shown: nothing that hides, turns or breaks what is around it. */
export const humanText = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .regex(/^(?:[\n\t]|[^\p{Cc}\p{Bidi_Control}])*$/u, 'must have no control characters and no marks of text direction');
