import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { originOverrides, targetOf } from '../../lib/context.ts';

const root = join(import.meta.dirname, '..', '..');
const tenants = mkdtempSync(join(tmpdir(), 'tenants-'));
for (const name of ['acme', 'globex', '.git', 'notes']) mkdirSync(join(tenants, name));
for (const name of ['acme', 'globex']) writeFileSync(join(tenants, name, 'tenant.yaml'), '');
afterAll(() => rmSync(tenants, { recursive: true }));

/** The app as the CDK runs it: its context in the environment. */
function synth(context: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  const { PATH = '' } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin', 'app.ts')], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH, CDK_CONTEXT_JSON: JSON.stringify(context), ...env },
  });
  return { status, stdout, stderr };
}

describe('the CDK app', () => {
  it('of an unknown tenant says in one line which tenants exist, before it asks for anything else', () => {
    expect(synth({ tenant: 'nope', tenants })).toEqual({
      status: 1,
      stdout: '',
      stderr: 'no tenant "nope"; there are: acme, globex\n',
    });
  });

  it('without a tenant or a stage says how it is called', () => {
    expect(synth({ tenants }).stderr).toMatch(
      /^which tenant\? npx cdk deploy --all -c tenant=NAME -c stage=NAME .*\n$/,
    );
    expect(synth({ tenant: 'acme', tenants }).stderr).toMatch(/^which stage\? npx cdk deploy --all .*\n$/);
  });

  it('without an account says so, and makes no template for any account', () => {
    expect(synth({ tenant: 'acme', stage: 'prod', tenants }).stderr).toBe(
      'which account and region? Sign in to AWS, or say -c account=NUMBER -c region=NAME\n',
    );
  });

  it('of a tenant that does not compile tells every problem with its place, and no stack trace', () => {
    const { status, stderr } = synth({ tenant: 'acme', stage: 'prod', account: '1', region: 'eu-central-1', tenants });
    expect(status).toBe(1);
    expect(stderr).toMatch(/tenant\.yaml:1:1: /);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe('the CDK app of the demo', () => {
  const demo = { tenant: 'demo', stage: 'prod', account: '111111111111', region: 'eu-central-1' };

  it('of an unknown SoR says in one line which there are', () => {
    expect(synth({ ...demo, 'sor.nope': 'https://sor.example' })).toEqual({
      status: 1,
      stdout: '',
      stderr: 'no SoR sor.nope to send elsewhere; there are: sor.policy-admin\n',
    });
  });

  it('sends no SoR of a real stage to this machine', () => {
    const { status, stderr } = synth({ ...demo, 'sor.policy-admin': 'http://127.0.0.1:1' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'the origin of sor.policy-admin is on this machine: only of the local cloud, with -c local=true\n',
    });
  });
});

describe('context', () => {
  const context = (values: Readonly<Record<string, unknown>>) => ({ values, env: {}, root });

  it('a stage that cannot be part of a stack’s name is refused', () => {
    for (const stage of ['Prod', 'a b', '1st', 'x'.repeat(32)]) {
      expect(() => targetOf(context({ stage, account: '1', region: 'r' })), stage).toThrow('lower case letters');
    }
  });

  it('only `local=true` makes what is deployed destroyable', () => {
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

  it('`local=true` is refused in every account but the local cloud’s, wherever the account was said', () => {
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

  it('models are asked elsewhere than at Amazon Bedrock in the local cloud alone, and on this machine alone', () => {
    const asked = { stage: 's', account: '000000000000', region: 'r', local: 'true' };
    const models = 'http://127.0.0.1:4000';
    expect(targetOf(context({ ...asked, models }))).toMatchObject({ modelEndpoint: models });
    expect(targetOf(context(asked))).not.toHaveProperty('modelEndpoint');
    for (const local of [undefined, 'false']) {
      expect(() => targetOf(context({ ...asked, local, models }))).toThrow('only in the local cloud');
    }
    for (const elsewhere of ['https://models.example', 'http://10.0.0.1', '', 7]) {
      expect(() => targetOf(context({ ...asked, models: elsewhere }))).toThrow('models stand on this machine');
    }
  });

  it('an origin is overridden by the id of its system of record', () => {
    expect(originOverrides(context({ 'sor.policy-admin': 'http://127.0.0.1:1', tenant: 'demo', sor: 'x' }))).toEqual({
      'sor.policy-admin': 'http://127.0.0.1:1',
    });
  });

  it('an origin that is no text is refused, and not left out', () => {
    expect(() => originOverrides(context({ 'sor.policy-admin': 7 }))).toThrow('which origin?');
  });
});
