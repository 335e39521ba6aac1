import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startCloud } from '../../local/cloud/cloud.ts';
import { deploy } from '../../local/cloud/deploy.ts';
import { localFolder, projectRoot } from '../../local/cloud/paths.ts';
import { upgradeDirectory } from './directory.ts';

/** Entries of the project that a deploy does not read, or that must not be copied. */
const notCopied = new Set(['.git', '.local', '.build', 'cdk.out', 'coverage', 'node_modules', 'test', 'docs', 'bench']);

/** The name of a pause of the approval machine, in this build and in the next build. */
export const pauseName = { present: 'PauseBeforeReconcile', next: 'PauseBeforeLookup' } as const;

/**
 * Makes the next build: a copy of the project in which the code of every function and the approval machine are different.
 * @returns the folder of the copy
 */
export function nextBuild(): string {
  const folder = join(localFolder, 'upgrade-next');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(projectRoot).filter((one) => !notCopied.has(one)))
    cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), 'dir');
  // Every function contains this module. The statement has an effect, so the bundler keeps it.
  appendFileSync(join(folder, 'contract', 'failures.ts'), "\nReflect.set(globalThis, 'logicPlaneBuild', 'next');\n");
  const machine = join(folder, 'statemachines', 'approval.asl.json');
  const renamed = readFileSync(machine, 'utf8').replaceAll(`"${pauseName.present}"`, `"${pauseName.next}"`);
  writeFileSync(machine, renamed);
  return folder;
}

/** Deploys the build in a folder over the deployment of the test, which keeps its rows, executions and system of record. */
export async function deployBuild(folder: string): Promise<void> {
  const cloud = await startCloud({ directory: upgradeDirectory });
  const context = { local: 'true', 'sor.policy-admin': inject('deployment').demo.sorUrl };
  const outputsFile = join(cloud.directory, 'outputs.json');
  await deploy(cloud, { tenant: 'demo', stage: 'local', context, outputsFile, cwd: folder });
}
