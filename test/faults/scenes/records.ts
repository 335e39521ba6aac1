import { connectors } from '../../../adapters/sor/connectors.ts';
import { OutboundError, type OutboundCode } from '../../../adapters/sor/outbound-error.ts';
import type { outbound } from '../../../adapters/sor/outbound.ts';
import { secretReader } from '../../../adapters/sor/secrets.ts';
import type { Sent } from '../../../action-plane/answer.ts';
import type { Change } from '../../../action-plane/commit.ts';
import type { HttpSor } from '../../../contract/artefacts/sor.ts';
import type { Connectors } from '../../../contract/ports.ts';
import type { SorSecrets } from '../../../lambdas/sor-secrets.ts';
import { sor as sorFile } from '../../support/plane.ts';
import type { Outside } from '../outside.ts';

export const secretsOver = ({ secretStore }: Outside): SorSecrets => ({
  secrets: secretReader({ fetchSecret: secretStore.fetch, maxAgeMillis: 300_000 }),
  secretIdOf: (sor) => `${sor}/secret`,
});

/** The connectors as a function has them: with the secret store, and with HTTP below them. */
export const connectorsOver = (outside: Outside): Connectors => {
  const real = connectors({ ...secretsOver(outside), send: outside.sor.get });
  return { read: (sor, request) => real.read(sor as HttpSor, request) };
};

/** The HTTP requests that a simulated system of record answers. */
export function sorAnswering(
  { read }: Pick<Connectors, 'read'>,
  send: (change: Change) => Promise<Sent> = async () => Promise.reject(new Error('this scene changes no record')),
): Outside['sor'] {
  const get: typeof outbound = async (_policy, { path, headers = {}, deadlineAt = 0 }) => {
    const ifNoneMatch = headers['if-none-match'];
    const request = { path, deadlineAt, ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }) };
    const answer = await read(sorFile, request);
    if (answer.kind === 'answer') return answer;
    throw new OutboundError('outbound.unreachable', answer.reason, false);
  };
  const change: typeof outbound = async (_policy, { path, headers = {}, body = '', deadlineAt = 0 }) => {
    // The real connector makes the same check before it sends.
    if (Date.now() >= deadlineAt) throw new OutboundError('outbound.timeout', 'simulated', false);
    const sent = await send({
      method: 'PUT',
      path,
      id: path,
      ifMatch: headers['if-match'] ?? '',
      reference: headers['idempotency-key'] ?? '',
      body,
      deadlineAt,
    });
    if (sent.kind !== 'answer')
      throw new OutboundError(sent.reason as OutboundCode, 'simulated', sent.kind === 'no_answer');
    return { status: sent.status, headers: {}, body: '', ...(sent.etag === undefined ? {} : { etag: sent.etag }) };
  };
  return { get, change };
}
