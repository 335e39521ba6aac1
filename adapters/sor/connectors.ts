import type { HttpSor } from '../../contract/artefacts/sor.ts';
import type { Connectors, SorAnswer } from '../../contract/ports.ts';
import { OutboundError } from './outbound-error.ts';
import type { OutboundPolicy, OutboundRequest } from './outbound-types.ts';
import { outbound } from './outbound.ts';
import type { SecretReader } from './secrets.ts';

/** The largest answer of a system of record: a record, not a download. */
export const maxAnswerBytes = 1024 * 1024;

export const policyOf = ({ origin, network, cidrs, timeoutMillis }: HttpSor): OutboundPolicy => ({
  origin,
  network,
  cidrs,
  timeoutMillis,
  maxBytes: maxAnswerBytes,
});

/**
 * Reads systems of record over HTTP, each with its own read secret as a bearer token (RFC 6750).
 * @param secretIdOf the id of the secret that the function may read; undefined if it was given none
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
        return { kind: 'unavailable', reason: 'this function was given no secret for the system of record' };
      try {
        let answer = await once(sor, secretId, request);
        if (answer.status === 401) {
          // The secret may have been rotated since it was cached. A read is safe to repeat, and once is enough.
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
