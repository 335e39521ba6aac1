/** Error: the tenant has no folder. The message lists the tenants that exist. */
export class UnknownTenant extends Error {
  override readonly name = 'UnknownTenant';

  constructor(tenant: string, there: readonly string[]) {
    super(
      `there is no tenant ${JSON.stringify(tenant)}. ${there.length === 0 ? 'The folder has no tenant yet' : `Use one of: ${there.join(', ')}`}`,
    );
  }
}
