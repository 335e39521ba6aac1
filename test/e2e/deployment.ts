import type { TestProject } from 'vitest/node';
import type { Demo } from '../../local/demo/demo-file.ts';
import { bringDown } from '../../local/demo/down.ts';
import { terminalProgress } from '../../local/cloud/progress.ts';
import type { StackOutputs } from '../../local/cloud/stack-outputs.ts';
import { bringUp } from '../../local/demo/up.ts';
import { startModelServer } from '../support/model-server/model-server.ts';
import { directory } from './directory.ts';
import { forgetVariants } from './variants/promoted.ts';

/** The one deployment that all end-to-end tests use. Its local cloud is its own, in a folder beside that of `npm start`. */
export interface Deployment {
  readonly demo: Demo;
  readonly outputs: StackOutputs;
}

declare module 'vitest' {
  export interface ProvidedContext {
    deployment: Deployment;
    /** URL of the model server, whose answers a test scripts. Only the tenant `variants` uses it. */
    models: string;
  }
}

/** Deploys once before all end-to-end tests. @returns the teardown, which stops everything that was started */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await bringDown(directory);
  await forgetVariants();
  const models = await startModelServer();
  try {
    project.provide('models', models.url);
    const { demo, outputs } = await bringUp(directory, terminalProgress());
    project.provide('deployment', { demo, outputs });
  } catch (error) {
    await models.close();
    await bringDown(directory);
    throw error;
  }
  return async () => {
    await models.close();
    await bringDown(directory);
    await forgetVariants();
  };
}
