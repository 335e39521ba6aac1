import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Cloud } from './cloud.ts';
import { account, clientEnvironment } from './environment.ts';
import { LocalFailure } from './failure.ts';
import { nodeBinary } from './node-binary.ts';
import { projectRoot } from './paths.ts';
import { run } from './run.ts';

/** Called with each line that the CDK prints. */
export type OnProgress = (line: string) => void;

const cdkCli = join(projectRoot, 'node_modules', 'aws-cdk', 'bin', 'cdk');

/** What the CDK prints last is seldom what went wrong. */
const telling = /❌|error|failed|denied|invalid|cannot|unable|not found|does not exist/i;

const reason = (output: string): string => {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // An app that refuses to be synthesised says why just before the CDK says that it ended.
  const ended = lines.findIndex((line) => line.includes('Subprocess exited with error'));
  if (ended > 0) return lines.slice(Math.max(0, ended - 5), ended).join('\n       ');
  const found = lines.filter((line) => telling.test(line) && !line.startsWith('at '));
  return [...new Set(found.length > 0 ? found : lines)].slice(-5).join('\n       ') || 'it printed nothing';
};

const unattended = ['--require-approval', 'never', '--progress', 'events', '--concurrency', '2'];

const cdk = async (
  cloud: Cloud,
  { what, args }: { readonly what: string; readonly args: readonly string[] },
  options: { onProgress?: OnProgress | undefined; cwd?: string | undefined; signal?: AbortSignal | undefined },
): Promise<void> => {
  const { onProgress, cwd = projectRoot, signal } = options;
  const { code, output } = await run(nodeBinary(), [cdkCli, ...args, '--no-notices', '--no-color'], {
    cwd,
    env: clientEnvironment(cloud.directory, cloud.endpoint),
    onLine: (line) => {
      const plain = stripVTControlCharacters(line).trim();
      if (plain !== '') onProgress?.(plain);
    },
    ...(signal === undefined ? {} : { signal }),
  });
  if (code !== 0) {
    throw new LocalFailure({
      what: `${what} failed.`,
      why: reason(output),
      next: 'Correct that, then run npm start again. npm run reset removes everything first.',
    });
  }
};

/**
 * The CDK's own bootstrap, against a local cloud: a few seconds once, nearly nothing after.
 *
 * @throws {LocalFailure} with what the CDK said
 */
export const bootstrap = (
  cloud: Cloud,
  { onProgress, signal }: { onProgress?: OnProgress; signal?: AbortSignal } = {},
): Promise<void> =>
  cdk(
    cloud,
    { what: 'cdk bootstrap', args: ['bootstrap', `aws://${account}/${cloud.region}`] },
    {
      onProgress,
      signal,
      // There is no app here: bootstrapping needs none, and would run it.
      cwd: cloud.directory,
    },
  );

/**
 * `cdk deploy --all` against a local cloud.
 *
 * @param options.context more context (`-c KEY=VALUE`) beside tenant and stage
 * @param options.outputsFile gets the stacks' outputs as JSON
 * @param options.cwd the folder of the app (its `cdk.json`); the project's where it is left out
 * @throws {LocalFailure} with what the CDK said
 */
export const deploy = (
  cloud: Cloud,
  options: {
    tenant: string;
    stage: string;
    context?: Readonly<Record<string, string>>;
    outputsFile: string;
    onProgress?: OnProgress;
    cwd?: string;
    signal?: AbortSignal;
  },
): Promise<void> => {
  const { tenant, stage, context = {}, outputsFile, onProgress, cwd, signal } = options;
  const values = Object.entries({ tenant, stage, ...context }).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const output = join(cloud.directory, 'cdk.out', tenant);
  return cdk(
    cloud,
    {
      what: 'cdk deploy',
      args: ['deploy', '--all', ...values, '--outputs-file', outputsFile, '--output', output, ...unattended],
    },
    { onProgress, cwd, signal },
  );
};
