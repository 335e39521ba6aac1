import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { runApp } from '../../bin/run-app.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { originOverrides, targetOf } from '../../lib/context.ts';

const root = join(import.meta.dirname, '..', '..');
const tenants = mkdtempSync(join(tmpdir(), 'tenants-'));
for (const name of ['acme', 'globex', '.git', 'notes']) mkdirSync(join(tenants, name));
for (const name of ['acme', 'globex']) writeFileSync(join(tenants, name, 'tenant.yaml'), '');
afterAll(() => rmSync(tenants, { recursive: true }));

/** Runs the app in its own process like the CDK, with its context in the environment. */
function synth(context: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  const { PATH = '' } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin', 'app.ts')], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH, CDK_CONTEXT_JSON: JSON.stringify(context), ...env },
  });
  return { status, stdout, stderr };
}

/** Runs the app in this process. */
async function run(context: Readonly<Record<string, string>>): Promise<{ status: number; stderr: string }> {
  let stderr = '';
  const app = new App({ context, outdir: join(tenants, 'cdk.out') });
  const status = await runApp(app, {}, (text) => (stderr += text));
  return { status, stderr };
}

describe('The CDK app', () => {
  it('If the tenant is unknown, the CDK app prints one line that lists the known tenants, and nothing else', () => {
    expect(synth({ tenant: 'nope', tenants })).toEqual({
      status: 1,
      stdout: '',
      stderr: 'there is no tenant "nope". Use one of: acme, globex\n',
    });
  });

  it('If tenant or stage is missing, the CDK app prints the usage', async () => {
    expect((await run({ tenants })).stderr).toMatch(
      /^tenant is missing\. Use: npx cdk deploy --all -c tenant=NAME -c stage=NAME .*\n$/,
    );
    expect((await run({ tenant: 'acme', tenants })).stderr).toMatch(
      /^stage is missing\. Use: npx cdk deploy --all .*\n$/,
    );
  });

  it('If the account is missing, the CDK app prints how to set it', async () => {
    expect((await run({ tenant: 'acme', stage: 'prod', tenants })).stderr).toBe(
      'the account and the region are unknown. Sign in to AWS, or add -c account=NUMBER -c region=NAME\n',
    );
  });

  it('If the tenant does not compile, the CDK app prints each problem with its place and without a stack trace', () => {
    const { status, stderr } = synth({ tenant: 'acme', stage: 'prod', account: '1', region: 'eu-central-1', tenants });
    expect(status).toBe(1);
    expect(stderr).toMatch(/tenant\.yaml:1:1: /);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe('The CDK app of the demo', () => {
  const demo = { tenant: 'demo', stage: 'prod', account: '111111111111', region: 'eu-central-1' };

  it('If the SoR of an override is unknown, the CDK app lists the known SoRs in one line', async () => {
    expect(await run({ ...demo, 'sor.nope': 'https://sor.example' })).toEqual({
      status: 1,
      stderr: 'there is no SoR sor.nope. Use one of: sor.policy-admin\n',
    });
  });

  it('Outside the local cloud, the CDK app refuses an SoR whose origin is on this machine', async () => {
    expect(await run({ ...demo, 'sor.policy-admin': 'http://127.0.0.1:1' })).toEqual({
      status: 1,
      stderr:
        'the origin of sor.policy-admin is on this machine: add -c local=true, which is for the local cloud only\n',
    });
  });
});

describe('The context of the app', () => {
  const context = (values: Readonly<Record<string, unknown>>) => ({ values, env: {}, root });

  it('If a stage cannot be part of a stack’s name, it is refused', () => {
    for (const stage of ['Prod', 'a b', '1st', 'x'.repeat(32)]) {
      expect(() => targetOf(context({ stage, account: '1', region: 'r' })), stage).toThrow('lower-case letters');
    }
  });

  it('Only the value true for `local` makes deployed resources destroyable', () => {
    const local = (value: unknown): boolean =>
      targetOf(context({ stage: 's', account: '000000000000', region: 'r', local: value })).local;
    expect([undefined, 'false', '', 'yes', '1', 'true', true].map(local)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('`local=true` is refused in every account except that of the local cloud, however the account is given', () => {
    const asked = { stage: 's', region: 'r', local: 'true' };
    for (const values of [
      { ...asked, account: '111111111111' },
      { ...asked, account: '0' },
    ]) {
      expect(() => targetOf(context(values))).toThrow('only in the local cloud');
    }
    const env = { CDK_DEFAULT_ACCOUNT: '111111111111' };
    expect(() => targetOf({ values: asked, env, root })).toThrow('only in the local cloud');
  });

  it('Only the local cloud may replace Amazon Bedrock, and only by a server on this machine', () => {
    const asked = { stage: 's', account: '000000000000', region: 'r', local: 'true' };
    const models = 'http://127.0.0.1:4000';
    expect(targetOf(context({ ...asked, models }))).toMatchObject({ modelEndpoint: models });
    expect(targetOf(context(asked))).not.toHaveProperty('modelEndpoint');
    for (const local of [undefined, 'false']) {
      expect(() => targetOf(context({ ...asked, local, models }))).toThrow('only in the local cloud');
    }
    for (const elsewhere of ['https://models.example', 'http://10.0.0.1', '', 7]) {
      expect(() => targetOf(context({ ...asked, models: elsewhere }))).toThrow(
        '-c models must be an address of this machine',
      );
    }
  });

  it('The context option head tells a deploy to replace a published release, and has no other value than move', () => {
    const asked = { stage: 's', account: '111111111111', region: 'r' };
    expect(targetOf(context(asked))).not.toHaveProperty('moveHead');
    expect(targetOf(context({ ...asked, head: 'move' }))).toMatchObject({ moveHead: 'always' });
    expect(() => targetOf(context({ ...asked, head: 'true' }))).toThrow('-c head must be move, not "true"');
  });

  it('The context option sor.ID overrides the origin of this system of record', () => {
    expect(originOverrides(context({ 'sor.policy-admin': 'http://127.0.0.1:1', tenant: 'demo', sor: 'x' }))).toEqual({
      'sor.policy-admin': 'http://127.0.0.1:1',
    });
  });

  it('If the origin in an override is not a text, it is refused', () => {
    expect(() => originOverrides(context({ 'sor.policy-admin': 7 }))).toThrow('has no origin');
  });
});
