import { formsOfName } from '../../../contract/authority/people.ts';
import type { Tenant } from '../tenant.ts';
import type { NameCheck } from './names.ts';

/**
 * The most agents that a tenant may have. An authorizer accepts 50 audiences, and some are reserved for the clients of
 * humans.
 */
const maxAgents = 45;

/**
 * Checks that the scopes, markings, purposes, tool versions and owners that the tenant, agents and groups name exist.
 */
export function checkDefinitions(tenant: Tenant, check: NameCheck): void {
  const { names } = check;
  const { sources } = tenant.file.value;
  check.all(
    { file: tenant.file, path: ['sources', 'markings'] },
    { what: 'marking', of: names.markings },
    sources?.markings ?? [],
  );
  for (const file of [...tenant.agents.values(), ...tenant.groups.values()]) {
    const { scopes, clearances, purposes, tools } = file.value;
    check.all({ file, path: ['scopes'] }, { what: 'scope', of: names.scopes }, scopes);
    check.all({ file, path: ['clearances'] }, { what: 'marking', of: names.markings }, clearances);
    check.all({ file, path: ['purposes'] }, { what: 'purpose', of: names.purposes }, purposes);
    for (const [tool, version] of Object.entries(tools)) {
      check.known(
        { file, path: ['tools', tool] },
        { what: 'tool version', of: names.toolVersions },
        `${tool}@${version}`,
      );
    }
  }
  for (const file of tenant.agents.values()) {
    check.known({ file, path: ['owner'] }, { what: 'owner', of: names.owners }, file.value.owner);
  }
  checkOwners(tenant, check);
  if (tenant.agents.size > maxAgents) {
    check.tell(
      { file: tenant.file, path: [] },
      `the tenant has ${tenant.agents.size} agents; at most ${maxAgents} are allowed`,
      'Remove agents, or split the tenant',
    );
  }
}

/**
 * Checks that no owner looks like another owner or like an agent. Logins are also compared by people, and a reader must
 * not take one name for the other.
 */
function checkOwners({ file, agents }: Tenant, check: NameCheck): void {
  const others = new Map<string, string>();
  const add = (name: string, what: string): void => {
    for (const form of formsOfName(name)) others.set(form, what);
  };
  for (const name of agents.keys()) add(name, `the agent ${name}`);
  for (const [i, owner] of file.value.owners.entries()) {
    const [like] = formsOfName(owner).flatMap((form) => others.get(form) ?? []);
    if (like !== undefined)
      check.tell(
        { file, path: ['owners', i] },
        `the owner ${owner} looks like ${like}`,
        'Use a login that nobody can mistake for another name',
      );
    add(owner, `the owner ${owner}`);
  }
}
