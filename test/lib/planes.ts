import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { verifierText } from '../../audit-log/signed-note.ts';
import { auditLockOf } from '../../lib/audit-lock.ts';
import type { BundledRelease, Deployment } from '../../lib/deployment.ts';
import { addPlane } from '../../lib/plane-app.ts';
import { noNeeds } from '../support/release-package.ts';

const root = join(import.meta.dirname, '..', '..');
const { context } = z
  .object({ context: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')));

export const sampleRelease: BundledRelease = {
  id: 'a'.repeat(64),
  directory: import.meta.dirname,
  packageFile: join(root, 'tsconfig.json'),
  needs: noNeeds,
  functions: [
    { name: 'action-staging', effectClass: 'stage' },
    { name: 'approval-request', effectClass: 'commit-low' },
    { name: 'conversion', effectClass: 'pure' },
    { name: 'lookup', effectClass: 'read-external' },
    { name: 'validation', effectClass: 'pure' },
  ],
  agents: ['claims-agent'],
  groups: ['adjusters', 'approvers'],
  textract: false,
  sors: ['sor.policy-admin', 'sor.registry'],
  subscribers: [],
};

/** A witness of the audit log. */
export const sampleWitness = {
  url: 'https://witness.example/w1',
  key: verifierText({ name: 'witness.example/w1', publicKey: new Uint8Array(32).fill(7) }, 'witness'),
} as const;

const reference = z.union([
  z.strictObject({ Ref: z.string() }),
  z.strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }),
]);
const weak = z.strictObject({ 'Fn::GetStackOutput': z.object({ OutputName: z.string() }) });

const resources = z.record(
  z.string(),
  z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }).loose(),
);
export type Resource = z.infer<typeof resources>[string];

export interface Planes {
  readonly app: App;
  readonly data: Template;
  readonly plane: Template;
  /** Returns all resources of a type in the plane stack, by logical id. */
  of(type: string): Readonly<Record<string, Resource>>;
  /** Returns the logical id to which a value refers, in either stack and for any form of reference. */
  named(value: unknown): string | undefined;
}

export interface PlaneOptions {
  readonly local?: boolean;
  readonly modelEndpoint?: string;
  readonly auditLock?: Deployment['auditLock'];
  readonly witness?: { readonly url: string; readonly key: string };
  readonly release?: Partial<BundledRelease>;
}

/** Returns both stacks with the context of `cdk.json`, before synthesis. Their synthesis makes no real bundles. */
export function planeApp(options: PlaneOptions = {}): ReturnType<typeof addPlane> & { readonly app: App } {
  const app = new App({ context: { ...context, 'aws:cdk:bundling-stacks': [] } });
  const stacks = addPlane(
    app,
    {
      tenant: 'acme',
      stage: 'test',
      local: options.local ?? false,
      auditLock: options.auditLock ?? auditLockOf({}, options.local ?? false),
      ...(options.modelEndpoint === undefined ? {} : { modelEndpoint: options.modelEndpoint }),
      ...(options.witness === undefined ? {} : { witness: options.witness }),
      environment: { account: '111111111111', region: 'eu-central-1' },
      release: { ...sampleRelease, ...options.release },
    },
    { root, version: '0.0.0', entryOf: () => join(import.meta.dirname, 'functions', 'handler.ts') },
  );
  return { app, ...stacks };
}

const synthesised = new Map<string, Planes>();

/**
 * Returns both synthesised stacks. They are synthesised once in this process for the same options.
 * @throws ValidationFailed if a rule of the CDK or of cdk-nag has a finding that is not acknowledged
 */
export function planes(options: PlaneOptions = {}): Planes {
  const key = JSON.stringify(options);
  const made = synthesised.get(key) ?? newPlanes(options);
  synthesised.set(key, made);
  return made;
}

/** Returns both stacks, synthesised again. */
export function newPlanes(options: PlaneOptions = {}): Planes {
  const { app, data, plane } = planeApp(options);
  const [ofData, ofPlane] = [Template.fromStack(data), Template.fromStack(plane)];
  const outputs = z.record(z.string(), z.object({ Value: z.unknown() })).parse(ofData.toJSON()['Outputs']);
  const all = resources.parse(ofPlane.toJSON()['Resources']);
  const named = (value: unknown): string | undefined => {
    const direct = reference.safeParse(value);
    if (direct.success) return 'Ref' in direct.data ? direct.data.Ref : direct.data['Fn::GetAtt'][0];
    const across = weak.safeParse(value);
    return across.success ? named(outputs[across.data['Fn::GetStackOutput'].OutputName]?.Value) : undefined;
  };
  return {
    app,
    data: ofData,
    plane: ofPlane,
    of: (type) => Object.fromEntries(Object.entries(all).filter(([, resource]) => resource.Type === type)),
    named,
  };
}
