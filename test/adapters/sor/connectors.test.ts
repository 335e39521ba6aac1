import { describe, expect, test } from 'vitest';
import { connectors, policyOf } from '../../../adapters/sor/connectors.ts';
import { OutboundError } from '../../../adapters/sor/outbound-error.ts';
import type { outbound } from '../../../adapters/sor/outbound.ts';
import type { OutboundRequest, OutboundResponse } from '../../../adapters/sor/outbound-types.ts';
import { secretReader } from '../../../adapters/sor/secrets.ts';
import type { HttpSor } from '../../../contract/artefacts/sor.ts';
import { Failure } from '../../../contract/failures.ts';

const sor: HttpSor = {
  id: 'sor.policy-admin',
  version: '1.0.0',
  engine: 'http',
  origin: 'https://policy.example.com',
  network: 'private',
  cidrs: ['10.0.0.0/8'],
  timeoutMillis: 3000,
  resources: {},
  mutations: {},
};
const request = { path: '/claims/1', deadlineAt: 5000 };
const answer: OutboundResponse = { status: 200, headers: { etag: '"1"' }, etag: '"1"', body: '{}' };

function under(answers: readonly (OutboundResponse | Error)[], secretOf = async (): Promise<string> => 'secret-1') {
  const sent: OutboundRequest[] = [];
  const send: typeof outbound = async (policy, outgoing) => {
    expect(policy).toEqual(policyOf(sor));
    sent.push(outgoing);
    const next = answers[Math.min(sent.length, answers.length) - 1] ?? answer;
    if (next instanceof Error) throw next;
    return next;
  };
  const secrets = secretReader({ fetchSecret: secretOf, maxAgeMillis: 60_000 });
  const secretIdOf = (id: string): string | undefined => (id === sor.id ? 'secret-id' : undefined);
  return { sent, port: connectors({ secrets, secretIdOf, send }) };
}

describe('A read of an SoR', () => {
  test('A read of an SoR is a GET with the secret, the known entity tag and the deadline, and its whole answer is returned', async () => {
    const { sent, port } = under([answer]);
    expect(await port.read(sor, { ...request, ifNoneMatch: '"0"' })).toEqual({ kind: 'answer', ...answer });
    expect(sent).toEqual([
      {
        method: 'GET',
        path: '/claims/1',
        headers: { accept: 'application/json', authorization: 'Bearer secret-1', 'if-none-match': '"0"' },
        deadlineAt: 5000,
      },
    ]);
  });

  test('If an SoR answers 401, the secret is read again and the request is repeated once', async () => {
    let version = 0;
    const denied = { ...answer, status: 401 };
    const { sent, port } = under([denied, answer], async () => `secret-${(version += 1)}`);
    expect(await port.read(sor, request)).toMatchObject({ kind: 'answer', status: 200 });
    expect(sent.map(({ headers }) => headers?.['authorization'])).toEqual(['Bearer secret-1', 'Bearer secret-2']);
    const always = under([denied]);
    expect(await always.port.read(sor, request)).toMatchObject({ kind: 'answer', status: 401 });
    expect(always.sent).toHaveLength(2);
  });

  test('If an SoR does not answer, the read returns `unavailable` with the error code and without a value', async () => {
    const { port } = under([new OutboundError('outbound.timeout', 'the deadline passed', true)]);
    expect(await port.read(sor, request)).toEqual({ kind: 'unavailable', reason: 'outbound.timeout' });
  });

  test('If the secret of an SoR is missing, the read returns `unavailable` and sends nothing', async () => {
    const { sent, port } = under([answer], async () => {
      throw new Failure('dependency.unavailable', 'a secret could not be read');
    });
    expect(await port.read(sor, request)).toEqual({
      kind: 'unavailable',
      reason: 'the secret of the system of record could not be read',
    });
    const other = { ...sor, id: 'sor.other' };
    expect(await port.read(other, request)).toEqual({
      kind: 'unavailable',
      reason: 'this function may not read a secret for the system of record',
    });
    expect(sent).toEqual([]);
  });
});
