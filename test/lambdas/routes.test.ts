import { describe, expect, it } from 'vitest';
import { platformFunctions } from '../../contract/platform/functions.ts';
import { json } from '../../lambdas/http.ts';
import { byRoute } from '../../lambdas/routes.ts';
import { agent } from '../support/calls.ts';
import { requestBy } from '../support/http-request.ts';

const handle = byRoute({
  'GET /v1/queues': async () => json(200, 'queues'),
  'GET /v1/tasks': async () => json(200, 'list'),
  'GET /v1/tasks/{id}': async () => json(200, 'one'),
  'GET /v1/tasks/{id}/sources/{source}': async () => json(200, 'source'),
});

const bodies = {
  'GET /v1/queues': '"queues"',
  'GET /v1/tasks': '"list"',
  'GET /v1/tasks/{id}': '"one"',
  'GET /v1/tasks/{id}/sources/{source}': '"source"',
};

describe('The routes of a function', () => {
  it.each(platformFunctions.tasks.routes)(
    'A request for %s is passed to the handler of that route',
    async (routeKey) => {
      const answer = await handle(requestBy(agent, { routeKey }));
      expect(answer.body).toBe(bodies[routeKey]);
    },
  );

  it.each(['POST /v1/tasks', '$default', 'toString'])(
    'A request for %s is refused, because the function does not have that route',
    async (routeKey) => {
      await expect(handle(requestBy(agent, { routeKey }))).rejects.toMatchObject({ code: 'function.unknown' });
    },
  );
});
