import { Failure } from '../../contract/failures.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import type { Subject } from '../../action-plane/subject.ts';
import type { Task } from '../../contract/rows/task.ts';

const tries = 8;

/**
 * Returns a Task and its Action as they were at one instant. A transaction changes both rows together, but the rows are
 * read one after the other. If the Task has changed while the Action was read, both rows are read again.
 * @throws Failure `task.unknown`, `action.unknown`, `write.conflict` if they change during every attempt
 */
export async function subjectOf(store: Pick<ActionPlaneStore, 'task' | 'action'>, taskId: string): Promise<Subject> {
  let task = await readTask(store, taskId);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (task.actionId === undefined) return { task };
    const action = await store.action(task.actionId);
    if (!action) throw new Failure('action.unknown', 'the Action of the Task does not exist');
    const after = await readTask(store, taskId);
    if (after.version === task.version) return { task, action };
    task = after;
  }
  throw new Failure('write.conflict', 'other writers changed the rows during each of several attempts');
}

async function readTask(store: Pick<ActionPlaneStore, 'task'>, taskId: string): Promise<Task> {
  const task = await store.task(taskId);
  if (!task) throw new Failure('task.unknown', 'there is no Task with this id, or this caller may not read it');
  return task;
}
