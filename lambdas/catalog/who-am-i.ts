import { ownQueues } from '../../contract/authority/own-queues.ts';
import { auditorGroup, operatorGroup } from '../../contract/authority/reads.ts';
import { resolvePrincipal } from '../../contract/authority/principal.ts';
import { releaseInForce, type ReleaseSource } from '../../contract/authority/release-in-force.ts';
import { Failure } from '../../contract/failures.ts';
import { json, type HttpAnswer, type HttpRequest } from '../http.ts';

/**
 * Handles `GET /v1/me`: who the caller is, and what the release in force allows this caller: queues, scopes, clearances
 * and purposes. `operator` and `auditor` say whether the caller may use the paths of these groups.
 */
export const whoAmI =
  (deps: ReleaseSource) =>
  async ({ caller }: HttpRequest): Promise<HttpAnswer> => {
    const release = await releaseInForce(deps);
    const principal = await resolvePrincipal(release, caller);
    if (!principal) throw new Failure('caller.unknown', 'the release in force does not define this caller');
    const { pins, ...me } = principal;
    const queues = await ownQueues(release, caller);
    return json(200, {
      ...me,
      tools: pins,
      queues: queues.map(({ id, title, denialReasons }) => ({ id, title, denialReasons })),
      operator: principal.groups.includes(operatorGroup),
      auditor: principal.groups.includes(auditorGroup),
      tenant: release.tenant,
      release: release.id,
    });
  };
