import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { withRetries } from '../../lib/machines/retries.ts';
import { projectRoot } from '../../local/cloud/paths.ts';
import { found, type CheckStep } from './step.ts';
import { checkTool } from './tools.ts';

const folder = join(projectRoot, 'statemachines');

/** Replaces the placeholders of a definition with a partition and ARNs, because the validator cannot read placeholders. */
const substituted = (text: string): string =>
  text
    .replaceAll('${Partition}', 'aws')
    .replaceAll(/\$\{\w+\}/g, 'arn:aws:lambda:eu-central-1:111111111111:function:any');

export const stateMachines: CheckStep = {
  name: 'asl-validator on the state machines',
  async run() {
    const files = readdirSync(folder).filter((file) => file.endsWith('.asl.json'));
    if (files.length === 0)
      return found(false, 'The folder statemachines/ has no .asl.json file.', 'Restore the files from Git.');
    const definitions = files.map((file) => substituted(withRetries(readFileSync(join(folder, file), 'utf8'))));
    const args = definitions.flatMap((definition) => ['--json-definition', definition]);
    return checkTool(
      'asl-validator/dist/bin/asl-validator.js',
      args,
      'Correct the file in statemachines/ that asl-validator names.',
    );
  },
};
