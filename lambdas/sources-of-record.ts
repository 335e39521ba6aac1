import { dynamoClients } from '../adapters/aws/client.ts';
import { tableSource } from '../adapters/aws/table-source.ts';
import { connectors } from '../adapters/sor/connectors.ts';
import type { HttpSor } from '../contract/artefacts/sor.ts';
import type { Connectors } from '../contract/ports.ts';
import { sorSecrets } from './sor-secrets.ts';

/** Systems of record over HTTP, and tables of the tenant's own. */
export function sourcesOfRecord(): Connectors {
  let http: Connectors<HttpSor> | undefined;
  const table = tableSource(dynamoClients());
  return {
    read: async (sor, request) => {
      switch (sor.engine) {
        case 'dynamodb':
          return table.read(sor, request);
        case 'http':
          // Only when it is first needed: a tenant whose sources are all tables has no secrets.
          http ??= connectors(sorSecrets());
          return http.read(sor, request);
      }
    },
  };
}
