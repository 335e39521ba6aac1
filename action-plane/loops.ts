import type { ApprovalStep, CommitStep } from './steps.ts';

/** The counts of an execution. An execution that began under an earlier version has none. */
export interface Counted {
  readonly taskId?: string | undefined;
  /** The generation. The name of the execution contains it, together with `restart`. */
  readonly generation: number;
  /** The number of answers of functions since the execution began. */
  readonly loops?: number | undefined;
  /** The number of earlier executions that this one continues. */
  readonly restart?: number | undefined;
}

/**
 * The number of answers after which an execution starts the next one. The history of an execution then has fewer than
 * 5,000 events, even if every state needs every retry. Step Functions ends an execution at 25,000 events.
 */
export const loopsOfAnExecution = 12;

const ends: ReadonlySet<string> = new Set(['end', 'resolve']);

/**
 * Adds the counts of the execution to a step. After enough loops, the step becomes `restart`. The next execution reads
 * the rows, so its input needs only ids and counts.
 */
export function inExecution<S extends ApprovalStep | CommitStep>(step: S, counted: Counted): S {
  const { taskId, generation, loops, restart } = counted;
  if (loops === undefined || restart === undefined) return step;
  const isOver = loops + 1 >= loopsOfAnExecution && !ends.has(step.next);
  return {
    ...step,
    ...(taskId === undefined ? {} : { taskId }),
    generation,
    loops: loops + 1,
    restart: isOver ? restart + 1 : restart,
    next: isOver ? 'restart' : step.next,
  };
}
