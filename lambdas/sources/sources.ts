import type { Routes } from '../routes.ts';
import { getSource } from './get-source.ts';
import { postSource, type SourcesDependencies } from './post-source.ts';

export const sourcesHandler = (deps: SourcesDependencies): Routes<'sources'> => ({
  'POST /v1/sources': postSource(deps),
  'GET /v1/sources/{id}': getSource(deps),
});
