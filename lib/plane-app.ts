import {
  App,
  CliCredentialsStackSynthesizer,
  Tags,
  Validations,
  type IStackSynthesizer,
  type StackProps,
} from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { DataStack } from './data-stack.ts';
import { planeStackName, type Deployment } from './deployment.ts';
import { engineDigest } from './functions/engine.ts';
import { entryIn } from './functions/entries.ts';
import { PlaneStack } from './plane-stack.ts';

export interface PlaneAppOptions {
  /** The project's folder, absolute. */
  readonly root: string;
  readonly version: string;
  /** @default the handlers below `lambdas/` */
  readonly entryOf?: (functionName: string) => string;
}

/** The two stacks of one tenant and stage, tagged, and held against the rules of cdk-nag when synthesised. */
export function addPlane(
  app: App,
  deployment: Deployment,
  options: PlaneAppOptions,
): { data: DataStack; plane: PlaneStack } {
  const { tenant, stage, local, environment } = deployment;
  const { root, version, entryOf = entryIn(root) } = options;
  const name = planeStackName(deployment);
  const common: StackProps = {
    env: environment,
    terminationProtection: !local,
    // The bootstrap's own roles are refused by the emulator, which does not know `aws:ResourceAccount`.
    ...(local ? { synthesizer: new CliCredentialsStackSynthesizer() as IStackSynthesizer } : {}),
  };
  const data = new DataStack(app, `${name}-Data`, {
    ...common,
    deployment,
    description: `Logic Plane of ${tenant}, ${stage}: key, tables, people, secrets`,
  });
  const plane = new PlaneStack(app, name, {
    ...common,
    deployment,
    data,
    root,
    entryOf,
    engine: engineDigest(root),
    description: `Logic Plane of ${tenant}, ${stage}: functions, API, state machines`,
  });
  const tags = { 'logic-plane:tenant': tenant, 'logic-plane:stage': stage, 'logic-plane:version': version };
  for (const [key, value] of Object.entries(tags)) Tags.of(app).add(key, value);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { data, plane };
}
