import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, AssetHashType, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bundling } from '../../../lib/functions/bundling.ts';
import { engineDigest } from '../../../lib/functions/engine.ts';
import { newPlanes, planes } from '../planes.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const scratch = mkdtempSync(join(tmpdir(), 'bundle-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const wasm = 'cedar_wasm_bg.wasm';
const code = z.object({ Code: z.object({ S3Key: z.string() }) });

/**
 * Bundles one function.
 * @returns the folder of the bundle, and the hash of its code, which changes if the code changes
 */
function bundled(entry = join(import.meta.dirname, 'handler.ts')): { key: string; folder: string } {
  const app = new App();
  const stack = new Stack(app, 'Bundle');
  new LambdaFunction(stack, 'Function', {
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: Code.fromAsset(import.meta.dirname, {
      assetHashType: AssetHashType.OUTPUT,
      bundling: bundling({ root, entries: { one: entry } })('one'),
    }),
  });
  const assembly = app.synth();
  const [found] = Object.values(Template.fromStack(stack).findResources('AWS::Lambda::Function'));
  const key = code.parse(found?.['Properties']).Code.S3Key;
  return { key, folder: join(assembly.directory, `asset.${key.replace('.zip', '')}`) };
}

describe('The bundle of a function', () => {
  it('The bundle of a function contains only its module, and is identical if nothing changed', () => {
    const one = bundled();
    expect(readdirSync(one.folder)).toEqual(['index.mjs']);
    expect(bundled().key).toBe(one.key);
  });

  it('The bundle of a function contains Cedar’s WebAssembly if and only if the function uses the PDP', () => {
    expect(existsSync(join(bundled(join(import.meta.dirname, 'pdp-handler.ts')).folder, wasm))).toBe(true);
    expect(existsSync(join(bundled().folder, wasm))).toBe(false);
  });
});

describe('The template of a deploy', () => {
  const text = (of: ReturnType<typeof planes>): string => JSON.stringify(of.plane.toJSON());

  it('If only the client of an agent changes, a deploy changes the authorizer', () => {
    const [one, two] = [planes(), planes({ release: { agents: ['claims-agent', 'intake-agent'] } })];
    expect(JSON.stringify(one.of('AWS::ApiGatewayV2::Authorizer'))).not.toBe(
      JSON.stringify(two.of('AWS::ApiGatewayV2::Authorizer')),
    );
  });

  it('The same source tree always gives the same template', () => {
    expect(text(newPlanes())).toBe(text(planes()));
  });
});

describe('The digest of the engine', () => {
  const tree = (name: string, files: Readonly<Record<string, string>>): string => {
    const folder = join(scratch, name);
    for (const [file, content] of Object.entries({ 'package-lock.json': '{}', ...files })) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), content);
    }
    return engineDigest(folder);
  };
  const one = tree('engine-1', { 'patterns/a.ts': '1', 'lib/x.ts': '1' });

  it.each([
    ['a pattern', { 'patterns/a.ts': '2' }],
    ['a name', { 'patterns/b.ts': '1' }],
    ['a library', { 'patterns/a.ts': '1', 'package-lock.json': '{"a":1}' }],
    ['an adapter', { 'patterns/a.ts': '1', 'adapters/a.ts': '1' }],
  ])('The digest of the engine changes if %s changes', (what, files) => {
    expect(tree(`engine-${what.replace(' ', '-')}`, files)).not.toBe(one);
  });

  it('The digest of the engine does not change if only the stacks change', () => {
    expect(tree('engine-stacks', { 'patterns/a.ts': '1', 'lib/x.ts': '2' })).toBe(one);
  });
});
