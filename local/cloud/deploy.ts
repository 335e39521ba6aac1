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

/** Matches lines that say what went wrong. The last lines that the CDK prints seldom say it. */
const telling = /❌|error|failed|denied|invalid|cannot|unable|not found|does not exist/i;

const reason = (output: string): string => {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // If the app refuses to be synthesised, it prints the reason just before the CDK prints this line.
  const ended = lines.findIndex((line) => line.includes('Subprocess exited with error'));
  if (ended > 0) return lines.slice(Math.max(0, ended - 5), ended).join('\n       ');
  const found = lines.filter((line) => telling.test(line) && !line.startsWith('at '));
  return [...new Set(found.length > 0 ? found : lines)].slice(-5).join('\n       ') || 'The CDK printed nothing.';
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
    env: clientEnvironment(cloud.directory, cloud),
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
      next: 'Correct the cause, then run npm start again. If that does not help, run npm run reset first.',
    });
  }
};

/**
 * Runs `cdk bootstrap` against a local cloud. The first run takes a few seconds, later ones nearly no time.
 * @throws {LocalFailure} with the CDK's message
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
      // The folder has no CDK app. Otherwise the CDK would run the app, which bootstrapping does not need.
      cwd: cloud.directory,
    },
  );

/**
 * Runs `cdk deploy --all` against a local cloud.
 * @param options.context more context (`-c KEY=VALUE`) in addition to tenant and stage
 * @param options.outputsFile path of the JSON file that gets the outputs of the stacks
 * @param options.cwd folder of the CDK app; by default the project
 * @throws {LocalFailure} with the CDK's message
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
