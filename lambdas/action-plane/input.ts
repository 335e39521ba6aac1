import * as z from 'zod';
import { Failure } from '../../contract/failures.ts';

const generation = z.int().min(0);

/** The counts of an execution. Executions of the previous version have no counts. */
const counts = { loops: z.int().min(0).optional(), restart: z.int().min(0).optional() };

/** The input of the functions of the approval machine. It contains only ids and counts. */
export const approvalInput = z.object({ taskId: z.string().min(1).max(256), generation, ...counts });
export const waitInput = z.object({
  taskId: z.string().min(1).max(256),
  wait: z.int().min(1),
  /**
   * The number of this attempt of the wait, counted from 0. The state machine of the previous version does not send it.
   */
  attempt: z.int().min(0).default(0),
  token: z.string().min(1).max(2048),
});
/** The input of the functions that commit. The id is empty if the subject of the Task is not an Action. */
export const commitInput = z.object({
  actionId: z.string().max(256),
  generation,
  taskId: z.string().max(256).optional(),
  ...counts,
});

/**
 * Parses the input of a function.
 * @throws Failure `internal` if a state machine of the platform sent a wrong input
 */
export function parseInput<T>(shape: z.ZodType<T>, input: unknown): T {
  const parsed = shape.safeParse(input);
  // The message of the parser is left out, because it would repeat the input, which may contain a task token.
  if (!parsed.success) throw new Failure('internal', 'a state machine sent an invalid input');
  return parsed.data;
}
