import type { HttpAnswer, HttpRequest } from '../http.ts';
import { openRun, type RunsDependencies } from './open-run.ts';
import { readRun, type ReadRunDependencies } from './read-run.ts';

export const runs = (deps: RunsDependencies & ReadRunDependencies): ((request: HttpRequest) => Promise<HttpAnswer>) => {
  const open = openRun(deps);
  const read = readRun(deps);
  return (request) => (request.event.routeKey === 'GET /v1/runs/{id}' ? read(request) : open(request));
};
