import type { Tenant } from '../tenant.ts';
import type { NameCheck } from './names.ts';

/** An authorizer takes 50 audiences, and the console has one of its own. */
const maxAgents = 45;

/** The tenant, agents and groups name scopes, markings, purposes, versions and owners that exist. */
export function checkDefinitions(tenant: Tenant, check: NameCheck): void {
  const { names } = check;
  const { sources } = tenant.file.value;
  check.all(tenant.file, ['sources', 'markings'], 'marking', sources?.markings ?? [], names.markings);
  for (const file of [...tenant.agents.values(), ...tenant.groups.values()]) {
    const { scopes, clearances, purposes, tools } = file.value;
    check.all(file, ['scopes'], 'scope', scopes, names.scopes);
    check.all(file, ['clearances'], 'marking', clearances, names.markings);
    check.all(file, ['purposes'], 'purpose', purposes, names.purposes);
    for (const [tool, version] of Object.entries(tools)) {
      check.known({ file, path: ['tools', tool] }, 'tool version', `${tool}@${version}`, names.toolVersions);
    }
  }
  for (const file of tenant.agents.values()) {
    check.known({ file, path: ['owner'] }, 'owner', file.value.owner, names.owners);
  }
  if (tenant.agents.size > maxAgents) {
    check.tell({ file: tenant.file, path: [] }, `there are over ${maxAgents} agents`, 'Split the tenant');
  }
}
