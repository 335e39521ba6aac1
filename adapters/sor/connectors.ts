import type { HttpSor } from '../../contract/artefacts/sor.ts';
import type { Connectors, SorAnswer } from '../../contract/ports.ts';
import { OutboundError } from './outbound-error.ts';
import type { OutboundPolicy, OutboundRequest } from './outbound-types.ts';
import { outbound } from './outbound.ts';
import type { SecretReader } from './secrets.ts';

/** The largest answer of a system of record. It holds a record, not a download. */
export const maxAnswerBytes = 1024 * 1024;

export const policyOf = ({ origin, network, cidrs, timeoutMillis }: HttpSor): OutboundPolicy => ({
  origin,
  network,
  cidrs,
  timeoutMillis,
  maxBytes: maxAnswerBytes,
});

/**
 * Reads systems of record over HTTP. The read secret of each is sent as a bearer token (RFC 6750).
 * @param secretIdOf returns the id of the secret that the function may read, or undefined if it may read none
 */
export function connectors(options: {
  readonly secrets: SecretReader;
  readonly secretIdOf: (sor: string) => string | undefined;
  readonly send?: typeof outbound;
}): Connectors<HttpSor> {
  const { secrets, secretIdOf, send = outbound } = options;

  const once = async (sor: HttpSor, secretId: string, request: Parameters<Connectors['read']>[1]) => {
    const token = await secrets.read(secretId);
    const get: OutboundRequest = {
      method: 'GET',
      path: request.path,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(request.ifNoneMatch === undefined ? {} : { 'if-none-match': request.ifNoneMatch }),
      },
      deadlineAt: request.deadlineAt,
    };
    return send(policyOf(sor), get);
  };

  return {
    async read(sor, request): Promise<SorAnswer> {
      const secretId = secretIdOf(sor.id);
      if (secretId === undefined)
        return { kind: 'unavailable', reason: 'this function may not read a secret for the system of record' };
      try {
        let answer = await once(sor, secretId, request);
        if (answer.status === 401) {
          // The secret may have been rotated since it was cached, so it is fetched again and the read is repeated once.
          secrets.forget(secretId);
          answer = await once(sor, secretId, request);
        }
        return { kind: 'answer', ...answer };
      } catch (error) {
        return {
          kind: 'unavailable',
          reason: error instanceof OutboundError ? error.code : 'the secret of the system of record could not be read',
        };
      }
    },
  };
}
