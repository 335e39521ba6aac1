import type { HttpAnswer, HttpRequest } from '../http.ts';
import { listTasks, type TasksDependencies } from './list-tasks.ts';
import { readTask } from './read-task.ts';

export const tasks = (deps: TasksDependencies): ((request: HttpRequest) => Promise<HttpAnswer>) => {
  const list = listTasks(deps);
  const read = readTask(deps);
  return (request) => (request.event.routeKey === 'GET /v1/tasks/{id}' ? read(request) : list(request));
};
