import type { Caller, Definition, Principal } from './identity.ts';
import { expand } from './markings.ts';
import type { Release } from '../system.ts';

/**
 * Returns a caller with its rights: an agent has the rights in the agent's file, and a human has the rights in the
 * files of all groups of this human. Undefined if the release does not define the caller.
 */
export async function resolvePrincipal(release: Release, caller: Caller): Promise<Principal | undefined> {
  const definitions = await definitionsOf(release, caller);
  if (definitions.length === 0) return undefined;
  const owner = definitions.length === 1 ? definitions[0]?.owner : undefined;
  return {
    kind: caller.kind,
    id: caller.id,
    name: caller.name,
    ...(owner === undefined ? {} : { owner }),
    groups: caller.kind === 'human' ? caller.groups : [],
    scopes: union(definitions.map((d) => d.scopes)),
    clearances: expand(release.markings, union(definitions.map((d) => d.clearances))),
    purposes: union(definitions.map((d) => d.purposes)),
    pins: pinsOf(definitions),
  };
}

async function definitionsOf(release: Release, caller: Caller): Promise<readonly Definition[]> {
  const found = await Promise.all(
    caller.kind === 'agent' ? [release.agent(caller.name)] : caller.groups.map((group) => release.group(group)),
  );
  return found.filter((definition) => definition !== undefined);
}

const union = (sets: readonly (readonly string[])[]): readonly string[] => [...new Set(sets.flat())].sort();

function pinsOf(definitions: readonly Definition[]): Record<string, readonly string[]> {
  const tools = new Set(definitions.flatMap((definition) => Object.keys(definition.tools)));
  return Object.fromEntries(
    [...tools].map((tool) => [
      tool,
      union(definitions.map((d) => (d.tools[tool] === undefined ? [] : [d.tools[tool]]))),
    ]),
  );
}
