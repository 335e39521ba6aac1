import { Failure } from '../../contract/failures.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import type { Subject } from '../../action-plane/subject.ts';
import type { Task } from '../../contract/rows/task.ts';

const tries = 8;

/**
 * The Task and its Action as they stood at one instant. They are moved together and read one after the other: where the
 * Task has moved before its Action was read, the pair is torn, and is read again.
 * @throws Failure `task.unknown`, `action.unknown`, `write.conflict` when they keep moving
 */
export async function subjectOf(store: Pick<ActionPlaneStore, 'task' | 'action'>, taskId: string): Promise<Subject> {
  let task = await readTask(store, taskId);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (task.actionId === undefined) return { task };
    const action = await store.action(task.actionId);
    if (!action) throw new Failure('action.unknown', 'the Task has no Action');
    const after = await readTask(store, taskId);
    if (after.version === task.version) return { task, action };
    task = after;
  }
  throw new Failure('write.conflict', 'the rows moved each time that they were read');
}

async function readTask(store: Pick<ActionPlaneStore, 'task'>, taskId: string): Promise<Task> {
  const task = await store.task(taskId);
  if (!task) throw new Failure('task.unknown', 'there is no such Task');
  return task;
}
