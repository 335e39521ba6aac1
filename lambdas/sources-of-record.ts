import { dynamoClients } from '../adapters/aws/client.ts';
import { tableSource } from '../adapters/aws/table-source.ts';
import { connectors } from '../adapters/sor/connectors.ts';
import type { Connectors } from '../contract/ports.ts';
import { sorSecrets } from './sor-secrets.ts';

/** Systems of record over HTTP, and tables of the tenant's own. */
export function sourcesOfRecord(): Connectors {
  let http: Connectors | undefined;
  const table = tableSource(dynamoClients());
  return {
    read: async (sor, request) => {
      if (sor.table) return table.read(sor, request);
      // When it is first needed: a tenant whose sources are tables alone has no secrets.
      http ??= connectors(sorSecrets());
      return http.read(sor, request);
    },
  };
}
