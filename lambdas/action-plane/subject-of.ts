import { Failure } from '../../contract/failures.ts';
import type { ActionPlaneStore } from '../../contract/ports.ts';
import type { Subject } from '../../action-plane/subject.ts';

/** The Task and its Action, read consistently. @throws Failure `task.unknown`, `action.unknown` */
export async function subjectOf(store: Pick<ActionPlaneStore, 'task' | 'action'>, taskId: string): Promise<Subject> {
  const task = await store.task(taskId);
  if (!task) throw new Failure('task.unknown', 'there is no such Task');
  const action = await store.action(task.actionId);
  if (!action) throw new Failure('action.unknown', 'the Task has no Action');
  return { task, action };
}
