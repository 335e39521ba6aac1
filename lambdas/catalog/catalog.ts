import { effectClasses } from '../../contract/effects.ts';
import { Failure } from '../../contract/failures.ts';
import type { Head, Library, Release } from '../../contract/system.ts';
import { releaseInForce } from '../../contract/authority/release-in-force.ts';
import { resolvePrincipal } from '../../contract/authority/principal.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';
import { json, type HttpRequest } from '../http.ts';
import type { Routes } from '../routes.ts';
import { whoAmI } from './who-am-i.ts';

export interface CatalogDependencies {
  readonly head: Head;
  readonly library: Library;
}

/**
 * Returns the handlers of the catalog. They say who the caller is, and list the tools that the caller pins. A request for an unknown path of the
 * API also arrives here, and gets a 404.
 */
export const catalog = (deps: CatalogDependencies): Routes<'catalog'> => ({
  'GET /v1/me': whoAmI(deps),
  'GET /v1/tools': async (request) => {
    const { release, records } = await pinnedTools(deps, request);
    return json(200, { release: release.id, tools: records.map(summary) });
  },
  'GET /v1/tools/{tool}': async (request) => {
    const { release, records } = await pinnedTools(deps, request);
    const versions = records.filter(({ id }) => id === request.event.pathParameters?.['tool']);
    if (versions.length === 0) throw new Failure('tool.unknown', 'this caller does not pin a tool with this id');
    return json(200, { release: release.id, versions: versions.map(described) });
  },
  $default: () => Promise.reject(new Failure('function.unknown', 'there is nothing at this path')),
});

async function pinnedTools(
  deps: CatalogDependencies,
  { caller }: HttpRequest,
): Promise<{ readonly release: Release; readonly records: readonly ToolVersion[] }> {
  const release = await releaseInForce(deps);
  const principal = resolvePrincipal(release, caller);
  if (!principal) throw new Failure('caller.unknown', 'the release in force does not define this caller');
  const named = Object.entries(principal.pins).flatMap(([tool, versions]) =>
    versions.map((version) => ({ tool, version })),
  );
  const records = await Promise.all(named.map(({ tool, version }) => release.tool(tool, version)));
  return { release, records: records.filter((record) => record !== undefined) };
}

const summary = ({ id, version, title, pattern, effectClass, function: functionName }: ToolVersion) => ({
  id,
  version,
  title,
  pattern,
  effectClass,
  path: `/v1/${functionName}/${id}`,
});

const described = (record: ToolVersion) => ({
  ...summary(record),
  description: record.description,
  purposes: record.purposes,
  scopes: record.scopes,
  markings: record.markings,
  uses: record.uses,
  idempotency: record.idempotency,
  annotations: effectClasses[record.effectClass].hints,
  signature: record.schema,
});
