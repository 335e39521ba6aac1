import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { account } from '../../local/cloud/environment.ts';
import { nodeBinary } from '../../local/cloud/node-binary.ts';
import { localFolder, projectRoot } from '../../local/cloud/paths.ts';
import { virtualEnvironment } from '../../local/cloud/python.ts';
import { run } from '../../local/cloud/run.ts';
import { found, type CheckStep } from './step.ts';

const output = (kind: string): string => join(localFolder, 'check', kind);

/** CDK context of a deployment that does not exist. Only its templates are checked, so the synthesis bundles no code and needs no credentials. */
const context = {
  tenant: 'demo',
  stage: 'check',
  account: '111111111111',
  region: 'eu-central-1',
  'aws:cdk:bundling-stacks': [],
};

async function synthesise(kind: 'real' | 'local') {
  const flags = (JSON.parse(readFileSync(join(projectRoot, 'cdk.json'), 'utf8')) as { context: object }).context;
  const values = { ...flags, ...context, ...(kind === 'local' ? { local: 'true', account } : {}) };
  rmSync(output(kind), { recursive: true, force: true });
  const { PATH = '' } = process.env;
  return run(nodeBinary(), [join(projectRoot, 'bin', 'app.ts')], {
    cwd: projectRoot,
    env: { PATH, CDK_CONTEXT_JSON: JSON.stringify(values), CDK_OUTDIR: output(kind) },
  });
}

/** Step that synthesises a deployment on AWS and one on the local cloud. It fails on a finding of the CDK or cdk-nag and on an outdated eval report. */
export const synthesis: CheckStep = {
  name: 'synthesis of demo, cdk-nag, eval reports',
  async run() {
    const [real, local] = [await synthesise('real'), await synthesise('local')];
    const failed = [real, local].find(({ code }) => code !== 0);
    return found(
      failed === undefined,
      failed?.output ?? '',
      'Correct the problems above. If an eval report is out of date, run npx logic-plane promote TOOL@VERSION.',
    );
  },
};

/**
 * Rules of cfn-lint that the check ignores. W3005: the CDK writes a DependsOn that a reference already implies, which is
 * harmless. E3601: cfn-lint reads a state machine's definition before its substitutions and does not support JSONata;
 * asl-validator checks the deployed definition instead.
 */
const ignored = ['W3005', 'E3601'];

export const cloudFormation: CheckStep = {
  name: 'cfn-lint on the templates',
  async run() {
    const python = await virtualEnvironment('lint', join(projectRoot, 'local', 'cloud', 'lint-requirements.txt'));
    const templates = (['real', 'local'] as const).flatMap((kind) =>
      readdirSync(output(kind))
        .filter((file) => file.endsWith('.template.json'))
        .map((file) => join(output(kind), file)),
    );
    if (templates.length === 0)
      return found(false, 'The synthesis wrote no template.', 'Correct the problems of the synthesis step first.');
    // cfn-lint has no module for `python -m`. Its script has an absolute path, which breaks if the folder is renamed.
    const program = 'import sys; from cfnlint.runner import main; sys.exit(main())';
    const { PATH = '' } = process.env;
    const args = [
      '-c',
      program,
      '--regions',
      context.region,
      '--ignore-checks',
      ...ignored,
      '--template',
      ...templates,
    ];
    const { code, output: said } = await run(python, args, { env: { PATH, HOME: localFolder } });
    return found(code === 0, said, 'Correct the constructs in lib/ that cfn-lint names.');
  },
};
