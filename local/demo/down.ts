import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { stopCloud } from '../cloud/cloud-state.ts';
import { demoFile } from './demo-file.ts';
import { projectRoot } from '../cloud/paths.ts';
import { stopSor } from './sor.ts';

/** Folder of the instance that `npm start` and `npm stop` use. */
export const demoDirectory = '.local/cloud';

/** Ends everything that runs in an instance's folder. @returns true if anything was running */
export async function bringDown(directory: string): Promise<boolean> {
  const folder = resolve(projectRoot, directory);
  const sor = await stopSor(folder);
  const cloud = await stopCloud(folder);
  if (directory === demoDirectory) rmSync(demoFile, { force: true });
  return sor || cloud;
}
