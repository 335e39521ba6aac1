import * as z from 'zod';
import { UsageError } from '../lib/usage-error.ts';
import type { Given } from './command.ts';
import { textOperand } from './operand-file.ts';

const all = z.record(z.string(), z.unknown());

/**
 * Reads the outputs of a tenant's Data stack from a file that `cdk deploy --outputs-file` wrote.
 * @returns the name of the stack, and its outputs, which are undefined if the file does not have the stack
 * @throws FileRefused, or UsageError if the file is not JSON
 */
export function dataOutputs(file: string, { options, tenant }: Pick<Given, 'options' | 'tenant'>) {
  const { stage } = options;
  const stack = `LogicPlane-${tenant}-${typeof stage === 'string' ? stage : 'prod'}-Data`;
  const text = textOperand(file);
  try {
    return { stack, outputs: all.parse(JSON.parse(text))[stack] };
  } catch (cause) {
    throw new UsageError(`${file} is not a file of outputs. Use the file written by cdk deploy --outputs-file FILE`, {
      cause,
    });
  }
}
