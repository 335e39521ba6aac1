import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nouns } from '../../bin/nouns.ts';
import { exampleLog } from '../audit-log/example-log.ts';
import { people } from '../../local/demo/up.ts';
import { projectRoot } from '../../local/cloud/paths.ts';

/** Nothing listens at this address. A command that needs the deployment exits with 3, after all its earlier steps succeeded. */
const nowhere = 'http://127.0.0.1:1';
const aws = {
  AWS_ENDPOINT_URL: nowhere,
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_EC2_METADATA_DISABLED: 'true',
};

let folder: string;
const home = process.cwd();
const tenant = (name: string): string => join(folder, 'work', 'tenants', name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logic-plane-examples-'));
  vi.stubEnv('LOGIC_PLANE_DEMO', join(folder, 'demo.json'));
  for (const [name, value] of Object.entries(aws)) vi.stubEnv(name, value);
  // With a token, no command opens a browser. A kept session would be in this folder.
  vi.stubEnv('LOGIC_PLANE_TOKEN', 'token');
  vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'));
  for (const name of ['demo', 'acme'])
    await cp(join(projectRoot, 'tenants', 'demo'), tenant(name), { recursive: true });
  await edit('acme', 'tenant.yaml', { from: 'id: demo', to: 'id: acme' });
  // This version measures objects with Athena, and it is not released yet.
  const exposure = 'tools/tool.claims.exposure.yaml';
  await edit('acme', exposure, { from: '\nsettings:', to: '\nsettings:\n  engine: athena' });
  await edit('acme', exposure, { from: /^release: .*\n/m });
  const work = join(folder, 'work');
  await mkdir(join(work, '.build'), { recursive: true });
  await symlink(join(projectRoot, '.build', 'demo'), join(work, '.build', 'demo'));
  await cp(join(tenant('demo'), 'corpora', 'corpus.wording.tr'), join(folder, 'wordings'), { recursive: true });
  await cp(join(tenant('demo'), 'objects', 'claims.ndjson'), join(work, 'claims.ndjson'));
  for (const file of ['today.xml', 'eurofxref-hist-90d.xml']) {
    await cp(join(projectRoot, 'test', 'registry', 'rates', file), join(work, file));
  }
  await exampleLog(work);
  await writeFile(join(work, 'journal.ndjson'), '{"eventId":"conversion-1","arguments":{}}\n');
  const tables = JSON.stringify({ runs: 'runs', ledger: 'ledger', audit: 'audit', head: 'head', objects: 'objects' });
  const TokenEndpoint = `${nowhere}/oauth2/token`;
  const stack = { Tables: tables, ContentBucket: 'content', UserPoolId: 'pool', TokenEndpoint };
  const plane = { ApiUrl: nowhere, CliClientId: 'cli' };
  await writeFile(
    join(work, 'outputs.json'),
    JSON.stringify({
      'LogicPlane-acme-prod-Data': stack,
      'LogicPlane-demo-prod-Data': stack,
      'LogicPlane-demo-prod': plane,
    }),
  );
  await writeFile(join(folder, 'demo.json'), JSON.stringify(await demo()));
  process.chdir(work);
});

afterAll(async () => {
  process.chdir(home);
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function edit(
  name: string,
  file: string,
  { from, to = '' }: { readonly from: string | RegExp; readonly to?: string },
): Promise<void> {
  const text = await readFile(join(tenant(name), file), 'utf8');
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  await writeFile(join(tenant(name), file), edited);
}

/** Writes the file that `npm start` writes, but for a local cloud that no longer runs. */
async function demo() {
  const agents = (await readdir(join(tenant('demo'), 'agents'))).map((file) => file.replace('.yaml', ''));
  return {
    apiUrl: nowhere,
    sorUrl: nowhere,
    endpoint: nowhere,
    region: 'us-east-1',
    userPoolId: 'pool',
    clientId: 'client',
    agents: Object.fromEntries(agents.map((name) => [name, `client-of-${name}`])),
    logins: Object.fromEntries(Object.entries(people).map(([name, groups]) => [name, { password: 'x', groups }])),
    sorCredentials: { read: 'r', write: 'w', admin: 'a' },
    tables: { head: 'head' },
    contentBucket: 'content',
    auditLog: { bucket: 'log', signingKey: 'key', origin: 'logic-plane.audit/demo/local' },
  };
}

const commands = await Promise.all(
  Object.values(nouns).map(async (load) => {
    const noun = await load();
    return 'verbs' in noun ? Object.values(noun.verbs) : [noun];
  }),
);
const examples = commands.flat().flatMap((command) => command.examples);

async function run(example: string): Promise<{ code: number; said: string }> {
  // The module reads the path of the demo's file when it is loaded, so it is imported only after the path is set.
  const { main } = await import('../../bin/main.ts');
  let said = '';
  const tell = (text: string): void => void (said += text);
  const argv = [...example.split(' ').slice(1), '--tenants', 'tenants'];
  return { code: await main(argv, { out: tell, err: tell, color: false }), said };
}

describe('The examples in the help of the commands', () => {
  // The order matters: one example builds the snapshot that the next one publishes.
  it.each(examples.map((example) => [example]))(
    'The example npx %s succeeds, or fails only because the deployment does not answer',
    async (example) => {
      const { code, said } = await run(example);
      const deployed =
        /^logic-plane (?:actions|tasks|head|suspend|resume|objects|source|owner|replay|token|corpus publish|audit story|audit events|audit export|audit prove|audit erase|audit reconcile|audit redrive)\b/.test(
          example,
        );
      expect({ code, said }).toEqual({ code: deployed ? 3 : 0, said: expect.any(String) as string });
      expect(said).not.toMatch(/There is no (?:agent|login)/);
    },
  );

  it('Every example names a tool version of the demo', async () => {
    const tools = new Set(
      await Promise.all(
        (await readdir(join(tenant('demo'), 'tools'))).map(async (file) => {
          const text = await readFile(join(tenant('demo'), 'tools', file), 'utf8');
          return `${/^id: (\S+)/m.exec(text)?.[1]}@${/^version: "(\S+)"/m.exec(text)?.[1]}`;
        }),
      ),
    );
    const named = examples.flatMap((example) => example.match(/\btool\.\S+@\S+/g) ?? []);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !tools.has(name))).toEqual([]);
  });
});
