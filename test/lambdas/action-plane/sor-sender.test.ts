import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../action-plane/commit.ts';
import { secretReader } from '../../../adapters/sor/secrets.ts';
import type { HttpSor } from '../../../contract/artefacts/sor.ts';
import { sorSender } from '../../../lambdas/action-plane/commit-send/sor-sender.ts';
import { httpPeer, rawPeer } from '../../adapters/sor/peer.ts';
import { insurer } from '../../local/demo/policy-admin/insurer.ts';
import { sor } from '../../support/plane.ts';

const at = (origin: string, more: Partial<HttpSor> = {}): HttpSor => ({ ...sor, origin, network: 'loopback', ...more });

function change(more: Partial<Change> = {}): Change {
  return {
    method: 'PUT',
    path: '/claims/{id}/reserve',
    id: 'CLM-1',
    ifMatch: '"1"',
    reference: 'act-1',
    body: '{"amount":"1.00"}',
    deadlineAt: Date.now() + 5000,
    ...more,
  };
}

function senderWith(credentials = ['write-credential-0001']) {
  const fetched: string[] = [];
  const secrets = secretReader({
    maxAgeMillis: 60_000,
    fetchSecret: async (id) => {
      fetched.push(id);
      const credential = credentials[Math.min(fetched.length, credentials.length) - 1];
      if (credential === undefined) throw new Error('away');
      return credential;
    },
  });
  return { fetched, sender: sorSender({ secrets, secretIdOf: (id) => (id === sor.id ? 'secret-write' : undefined) }) };
}

describe('The sender of changes', () => {
  it('A change is sent to the declared path with its precondition, its reference and the write secret', async () => {
    const seen: IncomingMessage[] = [];
    const { origin } = await httpPeer((request, response) => {
      seen.push(request);
      response.setHeader('etag', '"2"').end('{}');
    });
    const send = await senderWith().sender(at(origin));
    expect(await send(change({ id: 'CLM/1' }))).toEqual({ kind: 'answer', status: 200, etag: '"2"' });
    expect(seen[0]).toMatchObject({ method: 'PUT', url: '/claims/CLM%2F1/reserve' });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer write-credential-0001',
      'content-type': 'application/json',
      'if-match': '"1"',
      'idempotency-key': 'act-1',
    });
  });

  it('The policy administration applies a change, refuses a second one with the old version, and finds the first one by its reference', async () => {
    const admin = await insurer();
    const { etag } = await admin.call('GET', '/claims/CLM-2026-000045', { as: 'read' });
    const send = await senderWith().sender(at(admin.url));
    const asked = change({
      id: 'CLM-2026-000045',
      ifMatch: etag ?? '',
      body: '{"amount":"1500.00","currency":"TRY","reason":"more"}',
    });
    expect(await send(asked)).toMatchObject({ kind: 'answer', status: 200 });
    expect(await send({ ...asked, reference: 'act-2' })).toMatchObject({ kind: 'answer', status: 412 });
    expect((await admin.call('GET', '/changes/act-1', { as: 'read' })).status).toBe(200);
    expect((await admin.call('GET', '/changes/act-2', { as: 'read' })).status).toBe(404);
  });

  it('A change is not sent after its deadline', async () => {
    let requests = 0;
    const { origin } = await httpPeer((_request, response) => {
      requests += 1;
      response.end();
    });
    const send = await senderWith().sender(at(origin));
    expect(await send(change({ deadlineAt: Date.now() - 1 }))).toEqual({
      kind: 'not_sent',
      reason: 'outbound.timeout',
    });
    expect(requests).toBe(0);
  });

  it('If the connection fails, the change was not sent; if only the answer is lost, it may have been sent', async () => {
    const gone = await (await senderWith().sender(at('http://127.0.0.1:1')))(change());
    expect(gone).toMatchObject({ kind: 'not_sent', reason: 'outbound.unreachable' });
    const { origin } = await rawPeer((socket) => socket.once('data', () => socket.destroy()));
    const lost = await (await senderWith().sender(at(origin)))(change());
    expect(lost).toMatchObject({ kind: 'no_answer', reason: 'outbound.answer_lost' });
  });

  it('If the SoR answers with a redirect, the sender reports that answer and does not follow the redirect', async () => {
    const { origin } = await httpPeer((_request, response) =>
      response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    );
    expect(await (await senderWith().sender(at(origin)))(change())).toEqual({ kind: 'answer', status: 307 });
  });

  it.each([
    ['70 KB', Buffer.alloc(70 * 1024, 'x'), {}],
    ['ISO-8859-9', Buffer.from([0xfe, 0xfd, 0xf0]), { 'content-type': 'text/plain; charset=iso-8859-9' }],
    ['gzip', gzipSync('{}'), { 'content-encoding': 'gzip' }],
    ['fewer bytes than it announced', Buffer.from('{'), { 'content-length': '9' }],
  ])(
    'If the body of an answer has %s, the sender still reports the status and the entity tag',
    async (_title, body, headers) => {
      for (const status of [200, 409]) {
        const { origin } = await httpPeer((_request, response) => {
          response.writeHead(status, { etag: '"2"', ...headers });
          response.write(body);
          setTimeout(() => response.destroy(), 50);
        });
        expect(await (await senderWith().sender(at(origin)))(change())).toEqual({
          kind: 'answer',
          status,
          etag: '"2"',
        });
      }
    },
  );

  it('After a 401 the sender reports that status and reads the secret again for the next change', async () => {
    const { origin } = await httpPeer((_request, response) => response.writeHead(401).end());
    const { fetched, sender } = senderWith();
    for (let i = 0; i < 2; i += 1) expect(await (await sender(at(origin)))(change())).toMatchObject({ status: 401 });
    expect(fetched).toEqual(['secret-write', 'secret-write']);
  });
});

describe('A secret that cannot be read', () => {
  it('If the write secret cannot be read, the sender fails with dependency.unavailable before an Action is claimed', async () => {
    await expect(senderWith([]).sender(at('http://127.0.0.1:1'))).rejects.toMatchObject({
      code: 'dependency.unavailable',
    });
    await expect(senderWith().sender({ ...sor, id: 'sor.other' })).rejects.toMatchObject({
      code: 'dependency.unavailable',
    });
  });
});
