import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { requireLocalAccount } from '../../../local/cloud/local-account.ts';
import { type RootAccess, rootCredentials } from '../../../local/cloud/root-access.ts';

let server: Server | undefined;
afterEach(() => server?.close());

const access = (endpoint: string): RootAccess => ({ endpoint, credentials: rootCredentials('any') });

/** A local STS that answers with the given account. */
const sts = async (account: string): Promise<RootAccess> => {
  server = createServer((_, response) => response.end(`<Account>${account}</Account>`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return access(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
};

test('An endpoint that answers with the account of zeros is a local cloud', async () => {
  await expect(requireLocalAccount(await sts('000000000000'))).resolves.toBeUndefined();
});

test('An endpoint that answers with a real account is refused', async () => {
  await expect(requireLocalAccount(await sts('123456789012'))).rejects.toThrow(
    'STS answers account 123456789012, not account 000000000000.',
  );
});

test('An endpoint outside the loopback is refused without sending it a request', async () => {
  await expect(requireLocalAccount(access('https://sts.amazonaws.com'))).rejects.toThrow(
    'Its host is sts.amazonaws.com',
  );
});
