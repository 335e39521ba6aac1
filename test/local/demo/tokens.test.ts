import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { expect, test } from 'vitest';
import type { Demo } from '../../../local/demo/demo-file.ts';
import { tokenFor } from '../../../local/demo/tokens.ts';

const demoAt = (endpoint: string): Demo => ({
  apiUrl: endpoint,
  sorUrl: endpoint,
  endpoint,
  credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
  region: 'us-east-1',
  userPoolId: 'us-east-1_pool',
  clientId: 'console',
  agents: { 'claims-agent': 'client' },
  logins: { adjuster: { password: 'not-to-be-told', groups: ['adjusters'] } },
  sorCredentials: { read: 'a', write: 'b', admin: 'c' },
});

async function listening(server: Server): Promise<{ url: string; [Symbol.asyncDispose](): Promise<void> }> {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> => new Promise((done) => void server.close(() => done()));
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}

const refused = {
  name: 'LocalFailure',
  message: expect.stringMatching(/^The demo does not answer\.\n {2}why: .* at http:.*\n {2}do: {2}Run npm start\.$/),
};

test.each(['claims-agent', 'adjuster'])(
  'If the demo no longer runs, %s gets no token and the error says so',
  async (name) => {
    const gone = await listening(createTcpServer());
    await gone[Symbol.asyncDispose]();
    await expect(tokenFor(demoAt(gone.url), name)).rejects.toMatchObject(refused);
  },
);

test.each([
  ['hangs up', undefined],
  ['is not a cloud', 'It works!'],
  ['does not have the user pool', '{"__type":"ResourceNotFoundException"}'],
])('If the server at the demo’s address %s, the error says so and contains no password', async (_title, body) => {
  const server = createServer((request, response) => {
    if (body === undefined) request.socket.destroy();
    else response.writeHead(body.startsWith('{') ? 400 : 200).end(body);
  });
  await using other = await listening(server);
  const failure: unknown = await tokenFor(demoAt(other.url), 'adjuster').catch((error: unknown) => error);
  expect(failure).toMatchObject(refused);
  expect(String(failure)).not.toContain('not-to-be-told');
});

test('If the demo does not know a name, the error lists the known ones', async () => {
  await expect(tokenFor(demoAt('http://127.0.0.1:1'), 'nobody')).rejects.toThrow('claims-agent, adjuster');
});
