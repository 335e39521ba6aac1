import type { Routes } from '../routes.ts';
import { openRun, type RunsDependencies } from './open-run.ts';
import { readRun, type ReadRunDependencies } from './read-run.ts';

export const runsHandler = (deps: RunsDependencies & ReadRunDependencies): Routes<'runs'> => ({
  'POST /v1/runs': openRun(deps),
  'GET /v1/runs/{id}': readRun(deps),
});
