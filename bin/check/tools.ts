import { join } from 'node:path';
import { nodeBinary } from '../../local/cloud/node-binary.ts';
import { projectRoot } from '../../local/cloud/paths.ts';
import { run } from '../../local/cloud/run.ts';
import { found, type StepFinding, type CheckStep } from './step.ts';

/** Runs a tool of `node_modules` as a step. @param file path of the tool's script below `node_modules` @param next how to correct a problem */
export async function checkTool(file: string, args: readonly string[], next: string): Promise<StepFinding> {
  const { PATH = '', HOME = '' } = process.env;
  const { code, output } = await run(nodeBinary(), [join(projectRoot, 'node_modules', file), ...args], {
    cwd: projectRoot,
    env: { PATH, HOME, NO_COLOR: '1' },
  });
  return found(code === 0, output, next);
}

/** Checks the types of the code that runs on Node and of the page that runs in a browser. Each has a configuration of its own. */
export const checkTypes: CheckStep = {
  name: 'types',
  run: async () => {
    const types = (project: string): Promise<StepFinding> =>
      checkTool('typescript/bin/tsc', ['--project', project, '--pretty', 'false'], 'Correct the types that tsc names.');
    const [onNode, inBrowser] = await Promise.all([types('.'), types('console')]);
    return onNode.ok ? inBrowser : onNode;
  },
};

export const lint: CheckStep = {
  name: 'lint',
  run: () => checkTool('oxlint/bin/oxlint', ['--type-aware'], 'Correct what oxlint names.'),
};

export const format: CheckStep = {
  name: 'format',
  run: () => checkTool('oxfmt/bin/oxfmt', ['--check'], 'Run npx oxfmt.'),
};
