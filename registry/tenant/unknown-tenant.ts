/** The tenant asked for has no folder; the message says which there are. */
export class UnknownTenant extends Error {
  override readonly name = 'UnknownTenant';

  constructor(tenant: string, there: readonly string[]) {
    super(
      `no tenant ${JSON.stringify(tenant)}; ${there.length === 0 ? 'there are none' : `there are: ${there.join(', ')}`}`,
    );
  }
}
