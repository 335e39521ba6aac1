import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LocalFailure } from './failure.ts';
import { projectRoot } from './paths.ts';

const oldest = [22, 18] as const;

/**
 * Returns the path of the Node that runs the CDK and the functions of the local cloud. It is the Node that `npm ci`
 * installed, or else the caller's own.
 * @throws {LocalFailure} if neither is new enough to run TypeScript
 */
export const nodeBinary = (
  root: string = projectRoot,
  caller: { path: string; version: string } = { path: process.execPath, version: process.versions.node },
): string => {
  const shipped = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(shipped)) return shipped;
  const [major = 0, minor = 0] = caller.version.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return caller.path;
  throw new LocalFailure({
    what: 'No installed Node is new enough.',
    why: `This is Node ${caller.version}; ${oldest.join('.')} or newer is needed, and npm ci installed none for ${process.platform} ${process.arch}.`,
    next: 'Install Node 24, then run npm ci again.',
  });
};
