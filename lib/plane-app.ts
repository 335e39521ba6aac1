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
  /** Absolute path of the project's folder. */
  readonly root: string;
  readonly version: string;
  /** Returns the path of a function's handler. @default the handlers below `lambdas/` */
  readonly entryOf?: (functionName: string) => string;
}

/**
 * Adds the two stacks of one tenant and stage to the app, with tags. When they are synthesised, cdk-nag checks them.
 */
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
    // The emulator refuses the roles of the CDK bootstrap, because it does not support `aws:ResourceAccount`.
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
