import * as z from 'zod';
import { UsageError } from '../lib/usage-error.ts';
import type { Given } from './command.ts';
import { textOperand } from './operand-file.ts';

const all = z.record(z.string(), z.unknown());

/**
 * Reads the outputs of a tenant's stacks from a file that `cdk deploy --outputs-file` wrote.
 * @returns the name of the Data stack, its outputs, and the outputs of the stack with the API (`plane`). Outputs are
 * undefined if the file does not have the stack
 * @throws FileRefused, or UsageError if the file is not JSON
 */
export function dataOutputs(file: string, { options, tenant }: Pick<Given, 'options' | 'tenant'>) {
  const { stage } = options;
  const name = `LogicPlane-${tenant}-${typeof stage === 'string' ? stage : 'prod'}`;
  const stack = `${name}-Data`;
  const text = textOperand(file);
  try {
    const found = all.parse(JSON.parse(text));
    return { stack, outputs: found[stack], plane: found[name] };
  } catch (cause) {
    throw new UsageError(`${file} is not a file of outputs. Use the file written by cdk deploy --outputs-file FILE`, {
      cause,
    });
  }
}
