import { join } from 'node:path';
import { nodeBinary } from '../../local/cloud/node-binary.ts';
import { projectRoot } from '../../local/cloud/paths.ts';
import { run } from '../../local/cloud/run.ts';
import { found, type Finding, type Step } from './step.ts';

/** A tool of `node_modules`, by the file that its package runs. */
export async function tool(file: string, args: readonly string[], next: string): Promise<Finding> {
  const { PATH = '', HOME = '' } = process.env;
  const { code, output } = await run(nodeBinary(), [join(projectRoot, 'node_modules', file), ...args], {
    cwd: projectRoot,
    env: { PATH, HOME, NO_COLOR: '1' },
  });
  return found(code === 0, output, next);
}

export const types: Step = {
  name: 'types',
  run: () => tool('typescript/bin/tsc', ['--noEmit', '--pretty', 'false'], 'Mend the types.'),
};

export const lint: Step = {
  name: 'lint',
  run: () => tool('oxlint/bin/oxlint', ['--type-aware'], 'Mend what oxlint names.'),
};

export const format: Step = {
  name: 'format',
  run: () => tool('oxfmt/bin/oxfmt', ['--check'], 'Run npx oxfmt.'),
};
