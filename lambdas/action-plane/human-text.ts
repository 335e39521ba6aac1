import * as z from 'zod';

/** A text by a human that other people read. Characters that could hide or reorder the text around it are refused. */
export const humanText = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .regex(/^(?:[\n\t]|[^\p{Cc}\p{Bidi_Control}])*$/u, 'must not contain control characters or marks of text direction');
