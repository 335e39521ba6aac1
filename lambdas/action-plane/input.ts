import * as z from 'zod';
import { Failure } from '../../contract/failures.ts';

const generation = z.int().min(0);

/** What the state machines hand on: ids, never more. */
export const approvalInput = z.object({ taskId: z.string().min(1).max(256), generation });
export const waitInput = z.object({
  taskId: z.string().min(1).max(256),
  wait: z.int().min(1),
  /** Which try of that wait it is; the machine of the version before does not say. */
  attempt: z.int().min(0).default(0),
  token: z.string().min(1).max(2048),
});
/** The id is empty where a Task asked for no Action. */
export const commitInput = z.object({ actionId: z.string().max(256), generation });

/** @throws Failure `internal`: a state machine of ours sent what is not an input */
export function parseInput<T>(shape: z.ZodType<T>, input: unknown): T {
  const parsed = shape.safeParse(input);
  // Without its message: it would repeat the input, and a wait's input has the token.
  if (!parsed.success) throw new Failure('internal', 'a state machine sent no valid input');
  return parsed.data;
}
