import type { Downloads } from '../../adapters/aws/s3-downloads.ts';
import type { Routes } from '../routes.ts';
import { linkSource } from './link-source.ts';
import { listQueues } from './list-queues.ts';
import { listTasks, type TasksDependencies } from './list-tasks.ts';
import { readTask } from './read-task.ts';

export const tasks = (deps: TasksDependencies & { readonly downloads: Downloads }): Routes<'tasks'> => ({
  'GET /v1/queues': listQueues(deps),
  'GET /v1/tasks': listTasks(deps),
  'GET /v1/tasks/{id}': readTask(deps),
  'GET /v1/tasks/{id}/sources/{source}': linkSource(deps),
});
