import type { Routes } from '../routes.ts';
import { listQueues } from './list-queues.ts';
import { listTasks, type TasksDependencies } from './list-tasks.ts';
import { readTask } from './read-task.ts';

export const tasks = (deps: TasksDependencies): Routes<'tasks'> => ({
  'GET /v1/queues': listQueues(deps),
  'GET /v1/tasks': listTasks(deps),
  'GET /v1/tasks/{id}': readTask(deps),
});
