import { effectClasses } from '../../contract/effects.ts';
import { Failure } from '../../contract/failures.ts';
import type { Head, Library, Release } from '../../contract/system.ts';
import { releaseInForce } from '../../contract/authority/release-in-force.ts';
import { resolvePrincipal } from '../../contract/authority/principal.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';
import type { ToolSummary } from '../../contract/artefacts/manifest.ts';
import type { Caller, Principal } from '../../contract/authority/identity.ts';
import { json } from '../http.ts';
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
  'GET /v1/tools': async ({ caller }) => {
    const { release, pins } = await pinned(deps, caller);
    const tools = (await release.summaries()).filter(({ id, version }) => pins[id]?.includes(version));
    return json(200, { release: release.id, tools: tools.map(summary) });
  },
  'GET /v1/tools/{tool}': async ({ caller, event }) => {
    const { release, pins } = await pinned(deps, caller);
    const id = event.pathParameters?.['tool'] ?? '';
    const named = Object.hasOwn(pins, id) ? (pins[id] ?? []) : [];
    const records = await Promise.all(named.map((version) => release.tool(id, version)));
    const versions = records.filter((record) => record !== undefined);
    if (versions.length === 0) throw new Failure('tool.unknown', 'this caller does not pin a tool with this id');
    return json(200, { release: release.id, versions: versions.map(described) });
  },
  $default: () => Promise.reject(new Failure('function.unknown', 'there is nothing at this path')),
});

/** Returns the release in force, and the tool versions that the caller pins, by tool. */
async function pinned(
  deps: CatalogDependencies,
  caller: Caller,
): Promise<{ readonly release: Release; readonly pins: Principal['pins'] }> {
  const release = await releaseInForce(deps);
  const principal = await resolvePrincipal(release, caller);
  if (!principal) throw new Failure('caller.unknown', 'the release in force does not define this caller');
  return { release, pins: principal.pins };
}

const summary = ({ id, version, title, pattern, effectClass, function: functionName }: ToolSummary) => ({
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
