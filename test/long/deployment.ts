import type { TestProject } from 'vitest/node';
import { bringDown } from '../../local/demo/down.ts';
import { terminalProgress } from '../../local/cloud/progress.ts';
import { bringUp } from '../../local/demo/up.ts';
import { directory } from './directory.ts';

/** Deploys once before all long tests. @returns the teardown, which stops everything that was started */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await bringDown(directory);
  try {
    const { demo, outputs } = await bringUp(directory, terminalProgress());
    project.provide('deployment', { demo, outputs });
  } catch (error) {
    await bringDown(directory);
    throw error;
  }
  return async () => {
    await bringDown(directory);
  };
}
