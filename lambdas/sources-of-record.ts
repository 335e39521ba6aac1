import { dynamoClients } from '../adapters/aws/client.ts';
import { tableSource } from '../adapters/aws/table-source.ts';
import { connectors } from '../adapters/sor/connectors.ts';
import type { HttpSor } from '../contract/artefacts/sor.ts';
import type { Connectors } from '../contract/ports.ts';
import { sorSecrets } from './sor-secrets.ts';

/** Returns a reader of systems of record. It reads HTTP APIs and the tenant's own DynamoDB tables. */
export function sourcesOfRecord(): Connectors {
  let http: Connectors<HttpSor> | undefined;
  const table = tableSource(dynamoClients());
  return {
    read: async (sor, request) => {
      switch (sor.engine) {
        case 'dynamodb':
          return table.read(sor, request);
        case 'http':
          // The HTTP connector is created when it is first needed, because a tenant that has only tables has no
          // secrets.
          http ??= connectors(sorSecrets());
          return http.read(sor, request);
      }
    },
  };
}
