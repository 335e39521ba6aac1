import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { originOverrides, targetOf } from '../../lib/context.ts';

const root = join(import.meta.dirname, '..', '..');
const tenants = mkdtempSync(join(tmpdir(), 'tenants-'));
for (const name of ['acme', 'globex']) mkdirSync(join(tenants, name));
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

describe('context', () => {
  const context = (values: Readonly<Record<string, unknown>>) => ({ values, env: {}, root });

  it('a stage that cannot be part of a stack’s name is refused', () => {
    for (const stage of ['Prod', 'a b', '1st', 'x'.repeat(32)]) {
      expect(() => targetOf(context({ stage, account: '1', region: 'r' })), stage).toThrow('lower case letters');
    }
  });

  it('only `local=true` makes what is deployed destroyable', () => {
    const local = (value: unknown): boolean =>
      targetOf(context({ stage: 's', account: '1', region: 'r', local: value })).local;
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

  it('an origin is overridden by the id of its system of record', () => {
    expect(originOverrides(context({ 'sor.policy-admin': 'http://127.0.0.1:1', tenant: 'demo', sor: 'x' }))).toEqual({
      'sor.policy-admin': 'http://127.0.0.1:1',
    });
  });
});
