import type { HttpAnswer, HttpRequest } from '../http.ts';
import { getSource } from './get-source.ts';
import { postSource, type SourcesDependencies } from './post-source.ts';

export const sources = (deps: SourcesDependencies): ((request: HttpRequest) => Promise<HttpAnswer>) => {
  const post = postSource(deps);
  const get = getSource(deps);
  return (request) => (request.event.routeKey === 'POST /v1/sources' ? post(request) : get(request));
};
