import { identityClient, type Elsewhere } from '../../adapters/aws/client.ts';
import { everybody } from '../../adapters/aws/user-pool.ts';
import type { Database } from '../../adapters/tables/database.ts';
import { head } from '../../adapters/tables/head.ts';
import { bindOwner } from '../../adapters/tables/owners.ts';
import { checkedTenant } from '../../registry/tenant/checked-tenant.ts';
import { LocalFailure } from '../cloud/failure.ts';

export interface DemoOwners {
  readonly tenantsDir: string;
  readonly tenant: string;
  readonly database: Database;
  readonly cloud: Elsewhere;
  readonly userPoolId: string;
}

/** Binds each owner of the tenant's agents to its login, as `logic-plane owner bind` does. */
export async function bindOwners({ tenantsDir, tenant, database, cloud, userPoolId }: DemoOwners): Promise<void> {
  const checked = await checkedTenant(tenantsDir, tenant);
  const people = await everybody(identityClient(cloud), userPoolId);
  const { release } = await head(database).current();
  const at = new Date().toISOString();
  for (const login of checked.tenant.file.value.owners) {
    const sub = people.find((person) => person.login === login)?.sub;
    const bound = sub === undefined ? undefined : await bindOwner(database, { login, sub, at }, release);
    if (bound?.stands.sub === sub) continue;
    throw new LocalFailure({
      what: `The owner ${login} could not be bound.`,
      why: 'The user pool does not have this login, or the login was bound to somebody else before.',
      next: 'Run npm run reset, then npm start.',
    });
  }
}
